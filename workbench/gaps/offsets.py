"""Where the members of an object stand in its text.

By this it is told, for a text that came in pieces, what a reader of beginnings (`workbench.partial`) showed at each of
them, in one pass over the whole text.
"""

from __future__ import annotations

import json
import re

from workbench.model import Value

_BLANK = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_SCALAR = re.compile(r"[^\s,\]}]+")
_STEP = re.compile(r'[\[{]|[\]}]|"(?:[^"\\]|\\.)*"|[^\[\]{}"]+', re.DOTALL)


class Member(Value, frozen=True, kw_only=True):
    """A member of the outermost object; `start` and `end` enclose its value, of a text what is between the quotes."""

    name: str
    start: int
    end: int
    is_text: bool


def members(text: str) -> tuple[Member, ...]:
    """Return the members of an object in the order of its text, as far as it is JSON; none where it is no object."""
    found: list[Member] = []
    at = _skip(text, 0)
    if text[at : at + 1] != "{":
        return ()
    at += 1
    while True:
        at = _skip(text, at)
        named = _STRING.match(text, at)
        if named is None:
            return tuple(found)
        at = _skip(text, named.end())
        if text[at : at + 1] != ":":
            return tuple(found)
        member = _value(text, _skip(text, at + 1), _name(named[0]))
        if member is None:
            return tuple(found)
        found.append(member)
        at = _skip(text, member.end + member.is_text)
        if text[at : at + 1] != ",":
            return tuple(found)
        at += 1


# ---------------------------------------------------------------------------------------------------- inside


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return at if blank is None else blank.end()


def _name(quoted: str) -> str:
    if "\\" not in quoted:
        return quoted[1:-1]
    try:
        return str(json.loads(quoted, strict=False))
    except ValueError:
        return quoted[1:-1]


def _value(text: str, at: int, name: str) -> Member | None:
    begins = text[at : at + 1]
    if begins == '"':
        found = _STRING.match(text, at)
        return found and Member(name=name, start=found.start(1), end=found.end(1), is_text=True)
    if begins and begins in "[{":
        end = _closing(text, at)
        return None if end is None else Member(name=name, start=at, end=end, is_text=False)
    scalar = _SCALAR.match(text, at)
    return scalar and Member(name=name, start=at, end=scalar.end(), is_text=False)


def _closing(text: str, at: int) -> int | None:
    """Return the offset behind the bracket that closes the one at `at`."""
    depth = 0
    for step in _STEP.finditer(text, at):
        depth += (step[0] in ("[", "{")) - (step[0] in ("]", "}"))
        if depth == 0:
            return step.end()
    return None
