"""What can follow `%wb`: a verb, a path, the id of a session or of one of its calls."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import workbench

if TYPE_CHECKING:
    from IPython.core.completer import CompletionContext, SimpleMatcherResult

VERBS = ("browse", "load", "sessions", "show", "sql")
_MAGIC = re.compile(r"\s*%%?wb\s+")
_WORD = re.compile(r"""'[^']*'?|"[^"]*"?|\S+""")
_PLAIN = re.compile(r"[\w.:#/~+=@,-]+")


def matcher(context: CompletionContext) -> SimpleMatcherResult:
    """Offer the words that may stand at the cursor of a `%wb` line, and nothing of Python beside them."""
    from IPython.core.completer import SimpleCompletion

    before = context.text_until_cursor
    magic = _MAGIC.match(before)
    if magic is None:
        return {"completions": []}
    *given, typed = _words(before[magic.end() :])
    return {
        "completions": [SimpleCompletion(text=word, type="wb") for word in _offers(given, typed)],
        "matched_fragment": typed,
        "suppress": True,
        "ordered": True,
    }


matcher.matcher_api_version = 2  # type: ignore[attr-defined]  # how IPython knows that a context is wanted
matcher.matcher_identifier = "workbench"  # type: ignore[attr-defined]


def _words(text: str) -> list[str]:
    """The words so far, without their quotes; the last is the one that is being typed."""
    found = [word.group() for word in _WORD.finditer(text)]
    if not text or (text[-1].isspace() and not (found and text.endswith(found[-1]))):
        found.append("")
    return [word[1:].removesuffix(word[0]) if word[:1] in ("'", '"') else word for word in found]


def _offers(given: list[str], typed: str) -> Iterable[str]:
    if not given:
        return [verb for verb in VERBS if verb.startswith(typed)]
    if given[0] in ("load", "browse"):
        return _paths(typed)
    wb = workbench.current()
    if given[0] == "show" and len(given) == 1:
        query = "select session_id from sessions where starts_with(session_id, $typed) order by 1"
        found = wb.sql(query, typed=typed)
    elif given[0] == "show" and len(given) == 2:
        query = """
            select distinct call_id from all_calls
            where starts_with(session_id, $prefix) and starts_with(call_id, $typed) order by 1"""
        found = wb.sql(query, prefix=given[1], typed=typed)
    else:
        return []
    # Ids come from logs, which may say anything: only those that can be typed as one word are offered.
    return [name for (name,) in found.fetchall() if _PLAIN.fullmatch(name)]


def _paths(typed: str) -> list[str]:
    """Files and folders (with a slash behind) that begin so; one that no single word can name is left out."""
    start = os.path.expanduser(typed)  # noqa: PTH111 (a Path would lose `./`)
    found = sorted(glob.glob(glob.escape(start) + "*"))  # noqa: PTH207
    named = [path + "/" if os.path.isdir(path) else path for path in found]  # noqa: PTH112
    return [typed + path[len(start) :] for path in named if _PLAIN.fullmatch(path) or " " in typed]
