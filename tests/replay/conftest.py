"""Logs cut at a moment, written and loaded afresh: what a moment has to show."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import workbench
from workbench.bench import Workbench
from workbench.logs import discover
from workbench.logs.reading import texts
from workbench.session import Session

PACKED = {"text-chunks": "texts", "reasoning-chunks": "texts", "tool-call-chunks": "args"}
STREAMS = ("assistant/message", "assistant/attempt")


class Row(NamedTuple):
    """One line after the header; `times` are those of its events, or of one event."""

    line: bytes
    seq: int
    times: list[int]
    value: dict[str, Any]


class Log(NamedTuple):
    """One source."""

    session_id: str
    created: int
    header: bytes
    rows: list[Row]


def _row(line: bytes) -> Row:
    value = json.loads(line)
    if value["type"] not in PACKED:
        return Row(line, value["seq"], [value["time"]], value)
    return Row(line, value["seq0"], _times(value["time0"], value["data"]["dt"]), value)


def _times(first: int, gaps: list[int]) -> list[int]:
    times = [first]
    for gap in gaps:
        times.append(times[-1] + gap)
    return times


def _part(value: dict[str, Any], members: int) -> dict[str, Any]:
    """A packed row, or a packed record, with its first members only."""
    name = PACKED[value["type"]]
    inner = value.get("data", value)
    cut = inner | {"dt": inner["dt"][: members - 1], name: inner[name][:members]}
    return value | {"data": cut} if "data" in value else cut


class Cut(NamedTuple):
    """The logs of a group as they were at a moment: `wb` has them under other ids, `names` says which."""

    wb: Workbench
    names: dict[str, str]


def written(folder: Path, logs: dict[str, list[bytes]]) -> None:
    """Write logs, each as its lines, into a folder of its own."""
    for number, lines in enumerate(logs.values()):
        path = folder / "sessions" / str(number) / "session.jsonl"
        path.parent.mkdir(parents=True)
        path.write_bytes(b"".join(line + b"\n" for line in lines))


class Group:
    """Logs that lie together, whole in `wb`; `cuts` writes them as they were at moments and loads that."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.wb = workbench.open()
        self.wb.load(folder)
        self.logs = {}
        for found in discover(folder).found:
            header, *lines = b"".join(text or b"" for text in texts(found)).split(b"\n")[:-1]
            log = Log(found.header.session_id, found.header.created_at, header, [_row(line) for line in lines])
            self.logs[log.session_id] = log

    def cuts(self, folder: Path, moments: list[tuple[str | None, int]]) -> list[Cut]:
        """All logs as they were when a row of a session was the last or, without a session, when a clock showed a time.

        They are loaded together, which costs much less than one by one. So that they are as strangers to each other,
        each has ids of its own.
        """
        found = []
        for number, (session_id, at) in enumerate(moments):
            lines = self._at_clock(at) if session_id is None else self._at_seq(session_id, at)
            names = {name: _other(name, number) for name in lines}
            for place, name in enumerate(lines):
                path = folder / "sessions" / str(number) / str(place) / "session.jsonl"
                path.parent.mkdir(parents=True)
                text = b"".join(line + b"\n" for line in (self.logs[name].header, *lines[name]))
                path.write_bytes(renamed(text, names))
            found.append(names)
        if (self.folder / "attachments").is_dir():
            shutil.copytree(self.folder / "attachments", folder / "attachments")
        wb = workbench.open()
        if any(found):
            wb.load(folder)
        return [Cut(wb, names) for names in found]

    def _at_seq(self, session_id: str, seq: int) -> dict[str, list[bytes]]:
        own = self.logs[session_id]
        clock = max(
            (time for row in own.rows for at, time in enumerate(row.times) if row.seq + at <= seq), default=own.created
        )
        others = {name: by_clock(log, clock) for name, log in self.logs.items() if log.created <= clock}
        return others | {session_id: by_seq(own, seq)}

    def _at_clock(self, clock: int) -> dict[str, list[bytes]]:
        return {name: by_clock(log, clock) for name, log in self.logs.items() if log.created <= clock}


def _other(name: str, number: int) -> str:
    """Another id of the same length, in the same order; of a short one, in which every letter counts, the beginning."""
    return f"{name[:-4]}{number:04d}" if len(name) > 30 else f"{number:04d}{name[4:]}"


def renamed(text: bytes, names: dict[str, str]) -> bytes:
    """The same with other ids, all of them as long as they were."""
    for old, new in names.items():
        text = text.replace(old.encode(), new.encode())
    return text


def by_seq(log: Log, seq: int) -> list[bytes]:
    """The lines up to an event; a packed row is cut in the middle."""
    lines = []
    for row in log.rows:
        members = seq - row.seq + 1
        if members >= len(row.times):
            lines.append(row.line)
        elif members > 0:
            lines.append(json.dumps(_part(row.value, members)).encode())
    return lines


def by_clock(log: Log, clock: int) -> list[bytes]:
    """The lines up to the first event after a time. Of a message, the records that had arrived: an open attempt.

    Which event is the first is told by the numbers of the rows, as they need not be in the order of the file.
    """
    late = min((row.seq for row in log.rows if any(time > clock for time in row.times)), default=None)
    lines = []
    for row in log.rows:
        arrived = next((at for at, time in enumerate(row.times) if time > clock), len(row.times))
        if late is None or row.seq < late:
            lines.append(row.line)
        elif row.seq > late:
            continue
        elif arrived > 0:
            lines.append(json.dumps(_part(row.value, arrived)).encode())
        elif row.value["type"] in STREAMS and (attempt := _attempt(row.value, clock)):
            lines.append(json.dumps(attempt).encode())
    return lines


def _attempt(value: dict[str, Any], clock: int) -> dict[str, Any] | None:
    stream, last, late = [], 0, False
    for record in value["data"].get("stream", ()):
        packed = record["type"] in PACKED
        times = _times(record["time0"], record["dt"]) if packed else [record["time"]]
        arrived = next((at for at, time in enumerate(times) if time > clock), len(times))
        late = arrived < len(times)
        if arrived:
            stream.append(_part(record, arrived) if packed else record)
            last = max(last, *times[:arrived])
        if late:
            break
    if not stream:
        return None
    place = {name: value["data"][name] for name in ("turn", "step") if name in value["data"]}
    return {"type": "assistant/attempt", "seq": value["seq"], "time": last, "data": place | {"stream": stream}}


def told(session: Session) -> bytes:
    """Everything a session shows, down to its children, as JSON."""
    info = {name: value for name, value in session.info.items() if name not in ("source", "path", "state")}
    found = {"info": info, "banner": session.banner, "counts": session.counts, **_told(session.place)}
    return msgspec.json.encode(found, enc_hook=sorted, order="deterministic")


def _told(timeline: Any, depth: int = 0) -> dict[str, Any]:
    entries = timeline.entries
    arriving = {entry.key for entry in entries if entry.type == "assistant/attempt"}
    arriving |= {call.key for call in timeline.calls.values() if call.state == "streaming"}
    rows = {
        row.key: _timeless(row, arriving) for row in timeline.rows([row for row in entries if row.call_key is None])
    }
    found: dict[str, Any] = {
        "order": [entry.key for entry in entries],
        "places": {
            entry.key: (entry.kind, entry.seq, entry.call_key, entry.inherited)
            if entry.key in arriving
            else (entry.kind, entry.seq, entry.call_key, entry.inherited, entry.time_ms, entry.clock_ms)
            for entry in entries
        },
        "rows": rows,
        "roots": timeline.roots,
        "cards": {},
        "below": {},
    }
    for key in timeline.calls:
        found["cards"][key] = _rowless(timeline.opened(key)) if key in arriving else timeline.opened(key)
        below = timeline.children(key)
        found["below"][key] = [(line.session_id, child) for line, child in below]
        for line in {line.session_id: line for line, _ in below if line is not timeline}.values():
            if depth < 4:
                found["below"][line.session_id] = _told(line, depth + 1)
    return found


def _rowless(card: Any) -> Any:
    """A card without the row that only the cut log has: the records of its message, as far as they had come."""
    own = tuple(line for line in card.lines if line.type != "assistant/attempt")
    return msgspec.structs.replace(card, lines=own)


def _timeless(row: Any, arriving: set[str]) -> Any:
    """A row without its time where the cut log can only say when its last record came, not when its first."""
    return msgspec.structs.replace(row, time_ms=None, clock_ms=None) if row.key in arriving else row


def differences(shown: Any, wanted: Any, path: str = "") -> list[str]:
    """Where two values differ, in words that help."""
    if isinstance(shown, dict) and isinstance(wanted, dict):
        found = []
        for key in {**shown, **wanted}:
            if key not in shown or key not in wanted:
                found.append(f"{path}/{key}: {'only in the cut log' if key in wanted else 'only in the moment'}")
            else:
                found += differences(shown[key], wanted[key], f"{path}/{key}")
        return found
    return [] if shown == wanted else [f"{path}: moment {shown!r:.300}, cut log {wanted!r:.300}"]


def compare(group: Group, cut: Cut, session_id: str, moment: dict[str, int]) -> list[str]:
    """What a session shows at a moment besides what a workbench shows that knows no more, or the other way round."""
    shown = told(group.wb.session(session_id).at(**moment))
    wanted = told(cut.wb.session(cut.names[session_id]))
    wanted = renamed(wanted, {new: old for old, new in cut.names.items()})
    if shown == wanted:
        return []
    found = differences(json.loads(shown), json.loads(wanted))
    return [f"{session_id} at {moment}: {line}" for line in found]


@pytest.fixture(scope="session")
def groups() -> Callable[[Path], Group]:
    """The logs of a folder, loaded once."""
    return cache(Group)


@pytest.fixture(scope="session")
def against() -> Callable[[Group, Cut, str, dict[str, int]], list[str]]:
    """Comparing a moment with a workbench that knows no more."""
    return compare


@pytest.fixture(scope="session")
def changed() -> Callable[[Group, Callable[[list[Row]], list[Row]], Path], Group]:
    """The logs of a group with other rows."""

    def change(group: Group, of: Callable[[list[Row]], list[Row]], folder: Path) -> Group:
        written(folder, {name: [log.header, *(row.line for row in of(log.rows))] for name, log in group.logs.items()})
        return Group(folder)

    return change
