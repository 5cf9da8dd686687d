"""A folded row says what its open card says."""

import msgspec
import pytest

import workbench
from workbench.cards import build, fold
from workbench.strings import set_language


@pytest.fixture(autouse=True)
def _english():
    yield
    set_language("en")


MEMBERS = ("type", "title", "hint", "kind", "badges", "why")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_folded_row_says_of_every_call_what_the_open_card_says(recorded, language):
    set_language(language)
    wb = workbench.open()
    wb.load(recorded)
    for session in wb.sessions:
        for card in wb.session(session).cards:
            model = card.model
            folded, opened = fold(model.call), build(model.call)
            assert [getattr(folded, name) for name in MEMBERS] == [getattr(opened, name) for name in MEMBERS]
            assert folded.call == msgspec.structs.replace(model.call, result=None)
