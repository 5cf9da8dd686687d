"""The facts of a call with their values, and for every shown value where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.parts import label, pairs, some
from workbench.widgets.draw.words import duration, utc
from workbench.widgets.element import Table

from workbench.strings import has, phrase, t

if TYPE_CHECKING:
    from workbench.widgets.element import Node

    from workbench.model import Call, CardModel, Provenance

_ROWS = (("proposed_seq", "row.proposed"), ("call_seq", "row.started"), ("result_seq", "row.ended"))
_TIMES = frozenset({"wait_ms", "run_ms", "duration_ms"})


def facts(card: CardModel) -> tuple[Node, ...]:
    """Return the facts of a call, then the origin of each shown value."""
    call = card.call
    place = f"{call.turn if call.turn is not None else '?'}.{call.step if call.step is not None else '?'}"
    rows = [t(name, seq=str(seq)) for member, name in _ROWS if (seq := getattr(call, member)) is not None]
    error = call.result.error if call.result is not None else None
    names = [word for word in (error.name if error else None, call.error_code) if word]
    found = pairs(
        (
            (t("fact.tool"), call.name),
            (t("fact.call"), call.call_id),
            (t("fact.parent_call"), call.parent_call_id),
            (t("fact.session"), call.session_id),
            (t("fact.step"), place),
            (t("fact.rows"), ", ".join(rows) or None),
            (t("fact.started"), _time(call.started_ms)),
            (t("fact.ended"), _time(call.ended_ms)),
            (t("fact.duration"), _duration(call)),
            (t("fact.wait"), duration(call.wait_ms) if call.wait_ms is not None else None),
            (t("fact.run"), duration(call.run_ms) if call.run_ms is not None else None),
            (t("fact.error"), " · ".join(names) or None),
            (t("fact.child"), call.child_session_id),
            (t("fact.key"), call.key),
        )
    )
    return (*some(found), *origins(card.provenance, call))


def origins(provenance: dict[str, Provenance], call: Call | None = None) -> tuple[Node, ...]:
    """Return a table of values with where they come from."""
    if not provenance:
        return ()
    rows = tuple((_name(name), _value(name, call), origin(source)) for name, source in provenance.items())
    columns = (t("origin.value"), t("origin.shown"), t("origin.from"))
    return (label(t("section.origin")), Table(columns, rows))


def origin(source: Provenance) -> str:
    """Return in words where a value comes from."""
    words = t(f"origin.{source.kind}")
    if source.seq is not None:
        words += " · " + t("origin.row", seq=str(source.seq))
    if source.path:
        words += f" · {source.path}"
    return f"{words} · {phrase(source.rule)}" if source.rule else words


def _name(name: str) -> str:
    return t(f"value.{name}") if has(f"value.{name}") else name


def _value(name: str, call: Call | None) -> str:
    """Return a value in words, where it is short enough to stand in a table."""
    value = getattr(call, {"tool": "name", "started_at": "started_ms"}.get(name, name), None)
    if value is None or name in ("arguments", "content"):
        return ""
    if name == "started_at":
        return utc(value)
    if name in _TIMES:
        return duration(value)
    if name == "state":
        return t(f"state.{value}")
    if isinstance(value, bool):
        return t("word.yes" if value else "word.no")
    return str(value)[:120]


def _time(ms: int | None) -> str | None:
    return None if ms is None else utc(ms)


def _duration(call: Call) -> str:
    words = t(f"duration.{call.duration_kind}")
    return words if call.duration_ms is None else f"{duration(call.duration_ms)} ({words})"
