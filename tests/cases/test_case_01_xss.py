"""Untrusted HTML in every field (case 01): shown as text, once, and never as markup."""

from __future__ import annotations

import html
import json
from html.parser import HTMLParser

import pytest

import workbench

TYPES = {
    "c1": "generic", "c2": "terminal", "c3": "web", "c4": "diff", "c5": "search", "c6": "todo", "c7": "code",
}  # fmt: skip
SCHEMES = ("http://", "https://", "mailto:")


@pytest.fixture(scope="module")
def session(cases):
    wb = workbench.open()
    wb.load(cases / "01-xss-every-field")
    return wb.session("session-01")


class Seen(HTMLParser):
    """Tags, attributes and texts of a fragment."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.text = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data):
        self.text.append(data)


def strings(value):
    """All strings in a JSON value, names of members too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from strings(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from strings(member)


def payloads(card):
    """What a call holds that could be taken for markup: in arguments, result and metadata, line by line."""
    call = card.model.call
    for text in strings([json.loads(call.arguments), list(call.result.content), call.result.meta]):
        yield from (line.strip() for line in text.splitlines() if "<" in line or "alert(" in line or "{{" in line)


@pytest.mark.parametrize(("call", "kind"), TYPES.items())
def test_the_type_comes_from_the_raw_name(session, call, kind):
    assert session.card(call).type == kind


def test_the_unknown_tool_failed_and_the_rejected_command_is_denied(session):
    assert (session.card("c1").state, session.card("c1").model.call.error_code) == ("failed", "UNKNOWN_TOOL")
    assert session.card("c8").state == "denied"
    assert "rejected" in session.card("c8").badges
    assert [child.tool for child in session.card("c7").children] == ["bash"]


@pytest.mark.parametrize("call", [*TYPES, "c8"])
def test_every_payload_is_there_as_text(session, call):
    card = session.card(call)
    once = html.unescape(card.html())
    for payload in payloads(card):
        assert payload in once or json.dumps(payload)[1:-1] in once


@pytest.mark.parametrize("call", [*TYPES, "c8"])
def test_no_payload_becomes_markup(session, call):
    seen = Seen(session.card(call).html())
    assert not seen.tags & {"script", "iframe", "svg", "object", "embed", "link", "style", "form"}
    assert not [name for name, _ in seen.attributes if name.startswith("on")]
    for name, value in seen.attributes:
        if name in ("href", "src"):
            assert value.lower().startswith(SCHEMES)


def test_a_web_address_may_be_a_link_and_is_escaped_once(session):
    text = session.card("c3").html()
    seen = Seen(text)
    links = [value for name, value in seen.attributes if name == "href"]
    assert "https://example.invalid/?a=1&b=<2>" in links
    assert {value for name, value in seen.attributes if name == "rel"} == {"noopener noreferrer"}


def test_text_is_escaped_once_and_templates_stay_text(session):
    shown = "".join(Seen(session.card("c2").html()).text)
    assert "plain & <b>bold</b>" in shown
    assert "&amp;" not in shown
    assert "{{7*7}} ${7*7}" in shown


def test_title_and_messages_are_text_too(session):
    seen = Seen(session.html())
    assert "script" not in seen.tags
    assert "<script>alert(10)</script> title" in "".join(seen.text)
    for row in session.timeline:
        assert not Seen(row.html()).tags & {"script", "img", "svg"}
