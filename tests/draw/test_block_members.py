"""Content blocks with members that no drawing knows: each is told, or stands folded below its block."""

from __future__ import annotations

import pytest
from workbench.widgets.draw import draw
from workbench.widgets.element import to_page_html

from workbench.strings import set_language

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB"


@pytest.fixture
def body(make):
    """body(block) -> the page of a card with this block, without its folded sections."""

    def build(block):
        return to_page_html(draw(make(name="mcp__srv__do", blocks=[block]))[:-1])

    return build


@pytest.mark.parametrize(
    ("block", "names"),
    [
        ({"type": "text", "text": "seen", "annotations": {"audience": ["user-7"]}}, "annotations"),
        ({"type": "audio", "data": "AAAA", "mimeType": "audio/wav", "transcript": "user-7"}, "transcript"),
        ({"type": "video", "uri": "user-7"}, "uri"),
        ({"type": "image", "data": PNG, "mimeType": "image/png", "alt": "user-7"}, "alt"),
        ({"type": "image", "attachment": {"mediaType": "image/png", "bytes": "user-7"}}, "attachment"),
        ({"type": "resource", "resource": {"uri": "file:///a", "blob": "AAAA", "_meta": {"k": "user-7"}}}, "resource"),
        ({"type": "resource", "resource": "user-7"}, "resource"),
        ({"type": "resource", "resource": {"uri": "file:///a", "text": ["user-7"]}}, "resource"),
    ],
)  # fmt: skip
def test_what_no_drawing_tells_stands_folded_under_its_names(body, block, names):
    shown = body(block)
    assert f"further members: {names}" in shown
    assert "user-7" in shown


def test_a_block_that_is_told_whole_has_no_fold(body):
    assert "further members" not in body({"type": "text", "text": "seen"})
    link = {"type": "resource_link", "uri": "https://h/a", "name": "a.md", "title": "The title", "size": 5}
    shown = body({**link, "mimeType": "text/markdown", "description": "What it is"})
    assert "further members" not in shown
    for word in ("The title", "a.md", "text/markdown", "What it is", "5 bytes"):
        assert word in shown


def test_the_raw_content_has_the_ids(make):
    attachment = {"attachmentId": "sha256:user-7", "mediaType": "image/png", "bytes": 5, "width": 1, "height": 2}
    nodes = draw(make("media", blocks=[{"type": "image", "attachment": attachment}]))
    assert "user-7" not in to_page_html(nodes[:-1])
    assert "sha256:user-7" in to_page_html(nodes)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_data_that_is_no_base64_is_said_to_be_none_and_stands_as_it_is(make, language):
    set_language(language)
    nodes = draw(make(name="mcp__srv__do", blocks=[{"type": "image", "data": "!! no data", "mimeType": "image/png"}]))
    shown = to_page_html(nodes)
    assert "!! no data" in shown
    assert ("image/png, 10 characters that are no base64" if language == "en" else "10 个字符，不是 base64") in shown
    assert "data:image" not in shown


def test_a_resource_that_says_nothing_is_not_a_blank(body):
    assert "Not shown: resource" in body({"type": "resource"})


def test_sound_keeps_its_name_beside_its_size(body):
    shown = body({"type": "file", "name": "notes.pdf", "mimeType": "application/pdf", "data": "AAAA"})
    assert "notes.pdf" in shown
    assert "application/pdf, 3 bytes (base64)" in shown
