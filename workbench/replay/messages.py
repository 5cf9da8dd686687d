"""Timeline rows that are no cards: messages, notices, compactions, retries, stand-alone approvals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import duckdb
import msgspec

from workbench.cards.happenings import facts, hook_of, hook_words, settled, told
from workbench.logs.sources import SYSTEM_PROMPT, source_word
from workbench.model import Approval, Json, Provenance, TimelineModel, Value
from workbench.replay import compactions
from workbench.replay.attachments import attachments_of
from workbench.replay.calls import payloads
from workbench.replay.compactions import Compaction
from workbench.replay.payload import decode
from workbench.replay.position import END, Position
from workbench.replay.query import records
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.replay.entry import Entry
    from workbench.replay.timeline import Timeline

TITLE = 200
"""Most characters of a row's title; the body has the rest."""
_STREAMED = {"assistant": "text-delta", "reasoning": "reasoning-delta"}
_MESSAGES = frozenset(
    {
        "user/message", "assistant/message", "system/message", "developer/message", "steering/message",
        "request/header",
    }
)  # fmt: skip
_DECIDED = {"allowed-once": "done", "rejected": "denied", "cancelled": "denied", "unavailable": "denied"}


class Said(Value, frozen=True, kw_only=True):
    """What a row says: a text with other blocks, or a line with facts."""

    text: str | None = None
    blocks: tuple[Json, ...] = ()
    source: str | None = None
    title: str | None = None
    facts: tuple[tuple[str, str], ...] = ()
    state: str | None = None
    approvals: tuple[Approval, ...] = ()


class Beside(Value, frozen=True, kw_only=True):
    """What other rows of the session say of the rows that are read."""

    compactions: dict[str, Compaction]
    approvals: dict[str, Approval]
    seed: int | None
    hooks: dict[str, dict[str, Any]]


def timeline_rows(
    con: duckdb.DuckDBPyConnection, session_id: str, entries: Sequence[Entry], position: Position = END
) -> list[TimelineModel]:
    """Return the models of some rows of one session, read with a few queries (and one for each broken-off answer)."""
    data = payloads(con, session_id, {entry.seq for entry in entries})
    beside = _beside(con, session_id, entries, position)
    rows = []
    for entry in entries:
        body = _object(data[entry.seq]) if entry.seq in data else {}
        if entry.kind in _STREAMED and entry.type not in _MESSAGES:
            said = Said(text=_streamed(con, session_id, entry, position))
        else:
            said = _READERS.get(entry.kind, _message)(entry, body, beside)
        rows.append(_row(session_id, entry, said))
    return rows


def opened_row(timeline: Timeline, row: TimelineModel) -> TimelineModel:
    """Return a row with what only its open body shows: pictures, the summary of a compaction, what it replaced."""
    found = attachments_of(timeline, row.blocks)
    if found:
        row = msgspec.structs.replace(row, attachments={one.attachment_id: one for one in found})
    if row.kind != "compaction":
        return row
    compaction = compactions.compactions(timeline.library.store.cursor(), timeline.session_id, timeline.position).get(
        row.key
    )
    if compaction is None:
        return row
    inside = compactions.opened(timeline, compaction)
    return msgspec.structs.replace(
        row,
        text=inside.summary,
        replaced=inside.replaced,
        replaced_left=inside.left,
        facts=compactions.facts(compaction),
    )


def _beside(con: duckdb.DuckDBPyConnection, session_id: str, entries: Sequence[Entry], position: Position) -> Beside:
    kinds = {entry.kind for entry in entries}
    bounds = position.bounds
    approvals = records(con, "lone_approvals", session=session_id, **bounds) if "approval" in kinds else []
    results = (
        {row["card_key"]: row["seq"] for row in records(con, "lone_hooks", session=session_id, **bounds)}
        if any(entry.type == "hook/invoked" for entry in entries)
        else {}
    )
    data = payloads(con, session_id, results.values()) if results else {}
    seeds = any(entry.type == "session/end-seed" for entry in entries)
    return Beside(
        compactions=compactions.compactions(con, session_id, position) if "compaction" in kinds else {},
        approvals={row.pop("key"): Approval(**row) for row in approvals},
        seed=records(con, "seed", session=session_id)[0]["seed"] if seeds else None,
        hooks={key: _object(data[seq]) for key, seq in results.items() if seq in data},
    )


def _row(session_id: str, entry: Entry, said: Said) -> TimelineModel:
    return TimelineModel(
        key=entry.key,
        session_id=session_id,
        kind=entry.kind,
        seq=entry.seq,
        time_ms=entry.time_ms,
        clock_ms=entry.clock_ms,
        begin_ms=entry.begin_ms,
        end_ms=entry.end_ms,
        title=said.title[:TITLE] if said.title else _title(entry, said),
        text=said.text,
        blocks=said.blocks,
        source=said.source,
        state=said.state,
        facts=said.facts,
        approvals=said.approvals,
        badges=_badges(entry, said),
        notes=(t("note.broken_off"),) if entry.interrupted else (),
        provenance={"text": Provenance(kind="recorded", seq=entry.seq, path="data")},
    )


def _badges(entry: Entry, said: Said) -> tuple[str, ...]:
    if not (entry.inherited or entry.interrupted or said.blocks):
        return ()
    pictures = sum(block.get("type") == "image" for block in said.blocks)
    marks = {"inherited": entry.inherited, "interrupted": entry.interrupted}
    marks |= {"picture": pictures == 1, f"pictures {pictures}": pictures > 1}
    return tuple(word for word, is_true in marks.items() if is_true)


def _message(entry: Entry, body: dict[str, Any], beside: Beside) -> Said:
    """A user or assistant message: its text (or its reasoning), the blocks that are neither, and who sent it."""
    if entry.type is not None and entry.type not in _MESSAGES:
        return _change(entry, body, beside)
    message = _prompt(body) if entry.type == "request/header" else body.get("message")
    holder = message if isinstance(message, dict) else body
    content = holder.get("content")
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    wanted = "reasoning" if entry.kind == "reasoning" else "text"
    text = "\n".join(
        block["text"] for block in blocks if block.get("type") == wanted and isinstance(block.get("text"), str)
    )
    taken = {"text", "reasoning", "tool-call"} if entry.kind in _STREAMED else {"text"}
    others = tuple(block for block in blocks if block.get("type") not in taken)
    source = holder.get("source")
    sender = _sender(source)
    return Said(
        text=text or None,
        blocks=() if entry.kind == "reasoning" else others,
        source=_source(source, is_system=entry.type == "system/message"),
        facts=facts(("sender", sender)) if sender is not None else (),
    )


def _prompt(body: dict[str, Any]) -> dict[str, Any]:
    """The system prompt that a request/header has until generation 2, as the message that it is later on."""
    header = body.get("header")
    content = header.get("system") if isinstance(header, dict) else None
    return {"content": content, "source": {"kind": SYSTEM_PROMPT}}


def _sender(source: Any) -> str | None:
    """The session that a message of another session names."""
    sender = source.get("senderSessionId") if isinstance(source, dict) else None
    return sender if isinstance(sender, str) else None


def _change(entry: Entry, body: dict[str, Any], beside: Beside) -> Said:
    """A row that is no message: what it changed, in words."""
    if entry.type == "session/end-seed" and entry.seq == beside.seed:
        body = body | {"inherited": True}  # as it is written from generation 2 on
    line, found = told(entry.type or "", body)
    if entry.type == "hook/invoked":
        hook = settled(hook_of(body, entry.seq), beside.hooks.get(entry.key, {}))
        line = hook_words(hook)
        took = None if hook.duration_ms is None else t("compaction.took", ms=hook.duration_ms)
        found = (*found, *facts(("exit", hook.exit_code), ("duration", took), ("stderr", hook.stderr)))
    return Said(title=line, facts=found, source=entry.type)


def _source(source: Any, *, is_system: bool) -> str | None:
    """Who a message comes from, in one word for all generations."""
    if not isinstance(source, dict) or source.get("kind") in ("user", "model"):
        return None
    kind, plugin = (text if isinstance(text, str) else None for text in (source.get("kind"), source.get("plugin")))
    return source_word(kind, plugin, is_system=is_system)


def _retry(entry: Entry, body: dict[str, Any], _: Beside) -> Said:
    failure = body.get("failure")
    failure = failure if isinstance(failure, dict) else {}
    message = failure.get("message")
    number, most = body.get("retry"), body.get("maxRetries")
    tries = t("facts.of", n=number, total=most) if most is not None else number
    found = facts(
        ("retry", tries), ("delay", t("compaction.took", ms=body.get("delayMs"))), ("code", failure.get("code")),
        ("status", failure.get("status")), ("request", failure.get("requestId")), ("provider", body.get("provider")),
    )  # fmt: skip
    title = t("row.retry", number=number, delay=body.get("delayMs"), message=message or "")
    return Said(text=message if isinstance(message, str) else None, source=entry.type, title=title, facts=found)


def _compaction(entry: Entry, body: dict[str, Any], beside: Beside) -> Said:
    found = beside.compactions.get(entry.key)
    if found is None:
        return _message(entry, body, beside)
    return Said(title=compactions.line(found), facts=compactions.facts(found), source=entry.type)


def _approval(entry: Entry, body: dict[str, Any], beside: Beside) -> Said:
    found = beside.approvals.get(entry.key)
    title = t("row.approval", tool=body.get("toolName"), reason=body.get("reason") or "")
    if found is None:
        return Said(title=title, source="approval")
    undecided = "interrupted" if found.is_over else "waiting"
    state = undecided if found.outcome is None else _DECIDED.get(found.outcome, "unknown")
    return Said(title=title, source="approval", state=state, approvals=(found,))


_READERS: dict[str, Callable[[Entry, dict[str, Any], Beside], Said]] = {
    "retry": _retry,
    "compaction": _compaction,
    "approval": _approval,
}


def _streamed(con: duckdb.DuckDBPyConnection, session_id: str, entry: Entry, position: Position) -> str | None:
    last = entry.seq if entry.last_seq is None else entry.last_seq
    parts = records(con, "streamed", session=session_id, first=entry.seq, last=last, **position.bounds)
    return next((part["text"] for part in parts if part["type"] == _STREAMED[entry.kind]), None)


def _title(entry: Entry, said: Said) -> str:
    first = next((line.strip() for line in (said.text or "").splitlines() if line.strip()), "")
    if not first and said.blocks:
        first = ", ".join(dict.fromkeys(_named(block) for block in said.blocks[:4]))
    words = [said.source or "", first] if entry.kind in ("context", "notice") else [first]
    return " · ".join(word for word in words if word)[:TITLE] or said.source or entry.kind


def _named(block: Json) -> str:
    """Return what a block without text is called in a title."""
    held = block.get("attachment")
    name = held.get("name") if isinstance(held, dict) else None
    return str(name or block.get("type") or "?")[:80]


def _object(data: str) -> dict[str, Any]:
    value = decode(data)
    return value if isinstance(value, dict) else {}
