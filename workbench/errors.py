"""The one error a person meets.

Everything a user can cause raises [`WorkbenchError`][]; it is one sentence that says what to do, and carries the place
of the fault as plain attributes, so that a program can use it too.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class WorkbenchError(Exception):
    """A fault that a user can cause or cure, said in one sentence.

    Attributes:
        code: a short stable name, such as `no-such-path`, `not-a-session-log` or a damage code.
        path: the file or folder it is about, or None.
        line: line number in the decoded stream, the header being 1, or None.
        offset: byte offset of the line in the decoded stream, or None.
        generation: the log format number it is about, or None.
        hint: what to do, when it is not part of the sentence.
    """

    def __init__(
        self,
        sentence: str,
        *,
        code: str = "error",
        path: str | None = None,
        line: int | None = None,
        offset: int | None = None,
        generation: int | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(sentence if hint is None else f"{sentence} {hint}")
        self.code = code
        self.path = path
        self.line = line
        self.offset = offset
        self.generation = generation
        self.hint = hint

    def _render_traceback_(self) -> list[str]:
        """What IPython prints instead of a traceback: the sentence alone."""
        return [str(self)]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ` Did you mean …?` for the closest of the known words, or an empty string."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f" Did you mean {close[0]!r}?" if close else ""
