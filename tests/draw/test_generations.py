"""The same recording in generation 0 and in generation 3 gives the same cards, seqs aside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from workbench.widgets.draw import draw, draw_row, head, head_row
from workbench.widgets.element import to_page_html

import workbench

if TYPE_CHECKING:
    from pathlib import Path

SEQ = re.compile(r"\bseq (\d+)")


def drawn(folder: Path) -> dict[str, str]:
    """The cards and messages of every session below a folder as HTML, seqs left out, by session and call or place."""
    wb = workbench.open()
    wb.load(folder)
    found: dict[str, str] = {}
    for session_id in wb.sessions:
        session = wb.session(session_id)
        pending = list(session.cards)
        while pending:
            card = pending.pop(0)
            if card.key not in found:
                found[card.key] = without_seqs(to_page_html([head(card.model), *draw(card.model)]))
                pending += card.children
        said = [row for row in session.timeline if row.type in ("user", "assistant", "reasoning")]
        for number, row in enumerate(said):
            html = to_page_html([head_row(row.model), *draw_row(row.model)])
            found[f"{session_id} {row.type} {number}"] = without_seqs(html.partition('<div class="wb-sections">')[0])
    return found


def without_seqs(html: str) -> str:
    return re.sub(r"goto:[^\"]*", "goto:", SEQ.sub("seq …", html))


@pytest.mark.parametrize(
    "name",
    [
        "approval", "ask-user", "bash-background", "bash-foreground", "cancel-and-continue", "compaction", "files",
        "goal", "hooks", "killed-mid-bash", "run-code", "stream-cut", "subagent", "workflow",
    ],
)  # fmt: skip
def test_all_recordings(shared, recorded, name):
    before, after = drawn(recorded / name), drawn(shared / "generations" / "v3" / name)
    assert before
    assert before.keys() == after.keys()
    for key in before:
        assert before[key] == after[key], key
