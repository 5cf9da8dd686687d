"""Base64 in a text, stored pictures, a text of 1.5 million characters, a shortened output (case 24)."""

from __future__ import annotations

import pytest
from workbench.widgets.draw import draw, draw_row
from workbench.widgets.element import Image, to_json

import workbench

MOST = 400_000
STORED = "sha256:787f3590316a4de46ee86efe1183f0d16a42733174148e09c13669630c90984c"


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "24-images-and-giant-output")
    return opened


@pytest.fixture(scope="module")
def session(wb):
    (name,) = [one for one in wb.sessions if one == "session-24"]
    return wb.session(name)


def images(nodes):
    return [node for node in nodes if isinstance(node, Image)]


def test_base64_in_a_text_is_told_and_not_drawn(session):
    card = session.card("c1")
    body = to_json(list(draw(card.model))).decode()
    assert "image/png, 270,448 bytes (base64)" in body
    assert '"b":"more"' in body
    assert len(body) < 20_000
    assert len(card.html()) < 20_000


def test_a_stored_picture_is_shown_once_its_hash_is_checked(session):
    model = session.card("c2").model
    assert model.attachments[STORED].missing is None
    (picture,) = images(draw(model))
    assert picture.data_base64 == model.attachments[STORED].data_base64
    text = session.card("c2").text()
    assert "[a.png · image/png · 64×64]" in text
    assert "7,876 bytes" in text


def test_the_same_picture_stands_in_the_message_of_the_user(session):
    row = next(row for row in session.timeline if row.type == "user")
    assert row.model.badges == ("picture",)
    (picture,) = images(draw_row(row.model))
    assert picture.data_base64 is not None


def test_a_picture_that_is_not_stored_is_a_placeholder(session):
    card = session.card("c3")
    (picture,) = images(draw(card.model))
    assert picture.data_base64 is None
    text = card.text()
    assert "image/png · 320×200" in text
    assert "105,832 bytes · it is not stored beside the log" in text
    assert card.state == "done"


def test_a_giant_text_has_head_and_tail(session):
    card = session.card("c4")
    assert card.model.call.result_chars == 1_500_000
    assert "1,500,000 characters, show more" in card.text()
    assert len(to_json(list(draw(card.model)))) < MOST


def test_a_shortened_output_names_its_files_and_opens_none(session):
    card = session.card("c5")
    assert (card.model.call.exit_code, card.model.call.exit_source) == (0, "no-marker")
    assert set(card.badges) == {"truncated", "spilled"}
    text = card.text()
    assert "14,364 bytes omitted" in text
    assert "dsh-subprocess-77-1-0f1e2d3c-stdout.log" in text
    assert "60718293a4b5-bash.txt" in text


def test_blocks_that_the_harness_does_not_write_are_told_by_type_and_size(wb):
    (card,) = wb.session("session-24-foreign").cards
    _png, svg = images(draw(card.model))
    assert svg.data_base64 is None
    text = card.text()
    assert "image/png, 164 bytes (base64)" in text
    assert "image/svg+xml, 59 bytes (base64)" in text
    assert "<svg" not in card.html()
