"""Every card of the recordings as a committed text and tree, one file a type: `make snapshots` writes them anew.

A difference is told in words: which card, which line, what it was and what it is.
"""

from __future__ import annotations

import os
import zlib
from collections import defaultdict
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest
from workbench.widgets.draw import draw, draw_row, head, head_row
from workbench.widgets.element import Element, expand, to_text

import workbench
from workbench.strings import set_language

FOLDER = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("WORKBENCH_SNAPSHOTS") == "write"
LONG = 160
"""Characters of a text that a tree shows; of a longer one its beginning, its length and a checksum."""
TOLD = 12
"""Differences that a failure tells."""


def tree(nodes: Any, depth: int = 0) -> list[str]:
    """One line a node, set in by its depth: tag and classes, then attributes and action; texts in quotes."""
    lines: list[str] = []
    for node in nodes:
        if isinstance(node, str):
            lines.append("  " * depth + quoted(node))
            continue
        element: Element = node if isinstance(node, Element) else expand(node)
        name = ".".join([element.tag, *element.cls.split()])
        told = [f"{key}={quoted(value)}" for key, value in sorted(element.attrs.items()) if key != "src"]
        told += [f"src={quoted(element.attrs['src'][:24])}"] if "src" in element.attrs else []
        told += [f"action={element.action}"] if element.action is not None else []
        lines.append("  " * depth + " ".join([name, *told]))
        lines += tree(element.children, depth + 1)
    return lines


def plain(nodes: Any) -> list[str]:
    return [line.rstrip() for line in to_text(nodes).split("\n")]


def quoted(text: str) -> str:
    if len(text) <= LONG:
        return repr(text)
    checksum = zlib.crc32(text.encode("utf-8", "surrogatepass"))
    return f"{text[:LONG]!r} … {len(text)} characters, {checksum:08x}"


def every_card(session):
    """The cards of a session, those below others too, each once; children of other sessions are cards there."""
    pending = list(session.cards)
    while pending:
        card = pending.pop(0)
        yield card
        pending[:0] = [child for child in card.children if child.model.call.session_id == session.id]


@pytest.fixture(scope="module")
def taken(recorded) -> dict[str, dict[str, tuple[list[str], list[str]]]]:
    """By type and by name of the card or row: the lines of its text and of its tree."""
    set_language("en")
    found: dict[str, dict[str, tuple[list[str], list[str]]]] = defaultdict(dict)
    for folder in sorted(path for path in recorded.iterdir() if path.is_dir()):
        wb = workbench.open()
        wb.load(folder)
        for number, session_id in enumerate(wb.sessions):
            session = wb.session(session_id)
            for card in every_card(session):
                nodes = [head(card.model), *draw(card.model)]
                name = f"{folder.name} {number} {card.key.partition('/')[2]}"
                found[card.type][name] = (plain(nodes), tree(nodes))
            for row in session.timeline:
                if row.key not in {card.key for card in session.cards}:
                    nodes = [head_row(row.model), *draw_row(row.model)]
                    name = f"{folder.name} {number} row {row.model.seq}"
                    found[row.type][name] = (plain(nodes), tree(nodes))
    return found


def written(cards: dict[str, list[str]]) -> str:
    blocks = ([f"=== {name}", *(f" {line}".rstrip() for line in lines)] for name, lines in cards.items())
    return "".join(f"{line}\n" for block in blocks for line in block)


def parted(text: str) -> dict[str, list[str]]:
    cards: dict[str, list[str]] = {}
    for line in text.split("\n")[:-1]:
        if line.startswith("=== "):
            cards[line[4:]] = lines = []
        else:
            lines.append(line[1:])
    return cards


def differences(before: dict[str, list[str]], after: dict[str, list[str]]) -> list[str]:
    """What changed between two snapshots, in words."""
    told = [f"{name} is no longer there" for name in before if name not in after]
    told += [f"{name} is new" for name in after if name not in before]
    for name in before.keys() & after.keys():
        pairs = enumerate(zip_longest(before[name], after[name], fillvalue="(nothing)"), 1)
        changed = [(at, was, now) for at, (was, now) in pairs if was != now]
        if changed:
            at, was, now = changed[0]
            more = f", and {len(changed) - 1} more lines" if len(changed) > 1 else ""
            told.append(f"{name}, line {at}: was {was.strip()!r}, is {now.strip()!r}{more}")
    return sorted(told)


def test_the_cards_of_the_recordings_are_as_they_were(taken):
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        for file in FOLDER.glob("*.*"):
            file.unlink()
        for kind, cards in taken.items():
            for at, suffix in enumerate(("txt", "tree")):
                text = written({name: pair[at] for name, pair in cards.items()})
                (FOLDER / f"{kind}.{suffix}").write_text(text, "utf-8")
        return
    told: list[str] = []
    for at, suffix in enumerate(("txt", "tree")):
        kept = {file.stem: parted(file.read_text("utf-8")) for file in FOLDER.glob(f"*.{suffix}")}
        for kind in sorted(kept.keys() | taken.keys()):
            now = {name: pair[at] for name, pair in taken.get(kind, {}).items()}
            told += [f"{kind}.{suffix}: {line}" for line in differences(kept.get(kind, {}), now)]
    left = f"\n… and {len(told) - TOLD} more" if len(told) > TOLD else ""
    words = "\n".join(told[:TOLD]) + left + "\nIf this is meant: make snapshots, and look at the difference."
    assert told == [], words


def test_a_difference_is_told_in_words():
    before = {"a": ["one", "two"], "b": ["x"]}
    after = {"a": ["one", "three"], "c": ["x"]}
    assert differences(before, after) == ["a, line 2: was 'two', is 'three'", "b is no longer there", "c is new"]
    assert parted(written(before)) == before
