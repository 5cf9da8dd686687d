"""A made-up session of any size, the same every time: all states and outcomes, overlaps, pauses, children."""

from __future__ import annotations

import json
import random

import numpy as np

from workbench import model
from workbench.replay.index import DISPATCH, HAS_CHILDREN, INHERITED, OF_CHILD, Index

TOOLS = ["bash", "read", "edit", "write", "grep", "run_code", "subagent", "todo_write", "web_search", "mcp__docs__find"]
CARDS = ["terminal", "read", "diff", "diff", "search", "code", "subagent", "todo", "web", "generic"]
ACTIONS = ["execute", "read", "edit", "edit", "search", "execute", "other", "other", "fetch", "other"]
T0 = 1_738_000_000_000


class Synthetic:
    """A source of `rows` rows; `failing` names rows whose body cannot be drawn."""

    def __init__(
        self,
        rows: int = 10_000,
        *,
        language: str = "en",
        single: bool = False,
        banner: str | None = None,
        failing: tuple[int, ...] = (),
    ) -> None:
        self.rows = _rows(rows)
        self.language = language
        self.single = single
        self.banner = banner
        self.failing = failing
        self.asked: list[tuple[int, bool]] = []

    def meta(self) -> dict:
        return {
            "title": "Repair the flaky importer and write a test for it",
            "session_id": "session-synthetic-0001",
            "banner": self.banner,
            "cwd": "/home/dev/importer",
            "model": "deepseek-chat",
            "t0": T0,
            "language": self.language,
            "single": self.single,
            "tools": TOOLS,
        }

    def index(self) -> Index:
        rows = self.rows
        starts = np.zeros(len(rows) + 1, "<i4")
        np.cumsum([len(row["moves"]) for row in rows], out=starts[1:])
        moves = [move for row in rows for move in row["moves"]]

        def column(name: str, kind: str) -> np.ndarray:
            return np.array([row[name] for row in rows], kind)

        return Index(
            kind=column("kind", "u1"),
            icon=column("icon", "u1"),
            tool=column("tool", "<u2"),
            depth=column("depth", "<i4"),
            parent=column("parent", "<i4"),
            seq=column("seq", "<i4"),
            clock=column("clock", "<i4"),
            end=column("end", "<i4"),
            wait=column("wait", "<i4"),
            duration=column("duration", "<i4"),
            duration_kind=column("duration_kind", "u1"),
            state=column("state", "u1"),
            outcome=column("outcome", "u1"),
            flags=column("flags", "u1"),
            titles=[row["title"] for row in rows],
            hints=[row["hint"] for row in rows],
            badges=[row["badges"] for row in rows],
            keys=[row["key"] for row in rows],
            t_start=starts,
            t_clock=np.array([clock for clock, _ in moves], "<i4"),
            t_state=np.array([state for _, state in moves], "u1"),
        )

    def body(self, row: int, highlight: bool) -> bytes:
        self.asked.append((row, highlight))
        if row in self.failing:
            raise ValueError(f"row {row} is made to fail")
        text = f"def row_{row}():\n    return {row}\n" * (1 + row % 5)
        runs = [3, 1, len(text) - 3, 0] if highlight else []
        code = {"b": "code", "text": text, "lang": "python", "runs": runs, "first": 1}
        return json.dumps([{"t": "p", "n": [f"Body of row {row}."]}, code]).encode()


def _rows(count: int) -> list[dict]:
    chance = random.Random(7)
    rows: list[dict] = []
    clock = 0
    while len(rows) < count:
        at = len(rows)
        if at % 37 == 0:
            clock += chance.choice([2_000, 9_000, 14_000, 30_000, 900_000 if at % 5 == 0 else 8_000]) if at else 0
            rows.append(
                _message("user", clock, f"Please look at case {at // 37}, then\nmend what is broken and say why")
            )
        elif chance.random() < 0.3:
            kind = chance.choice(["assistant", "reasoning", "reasoning", "context", "notice", "retry"])
            took = chance.randrange(300, 9_000)
            texts = {
                "assistant": "I will read the importer first, since the trace ends in it.",
                "reasoning": "The loop reads past the end when the last line has no newline; check the fixture.",
                "context": "@deepseek-ai/dsh-system-prompt",
                "notice": "Permission mode changed to ask",
                "retry": "Rate limited; trying again in 2 s",
            }
            rows.append(_message(kind, clock, texts[kind], end=clock + took))
            clock += took
        else:
            took = _calls(rows, chance, clock, count)
            clock += took if chance.random() < 0.8 else took // 3
    return rows


def _calls(rows: list[dict], chance: random.Random, clock: int, count: int) -> int:
    tool = chance.choices(range(len(TOOLS)), weights=[30, 25, 15, 6, 10, 4, 3, 4, 2, 1])[0]
    call = _call(rows, chance, tool, clock, parent=-1, depth=0)
    rows.append(call)
    if TOOLS[tool] not in ("run_code", "subagent"):
        return call["duration"] if call["duration"] >= 0 else 1_000
    parent = len(rows) - 1
    inner = clock
    for _ in range(min(chance.randrange(2, 9), count - len(rows))):
        child = _call(rows, chance, chance.randrange(5), inner, parent=parent, depth=1)
        child["flags"] |= DISPATCH if TOOLS[tool] == "run_code" else OF_CHILD
        rows.append(child)
        inner += chance.choice([0, 200, 900])
    call["flags"] |= HAS_CHILDREN if len(rows) > parent + 1 else 0
    call["duration"] = max(call["duration"], inner - clock + 3_000)
    call["end"] = clock + call["duration"]
    return call["duration"]


def _call(rows: list[dict], chance: random.Random, tool: int, clock: int, *, parent: int, depth: int) -> dict:
    name = TOOLS[tool]
    outcome = chance.choices(
        ["ok", "error", "exit", "signal", "timeout", "denied", "interrupted", "not-started", "unknown"],
        weights=[80, 5, 5, 1, 1, 2, 2, 1, 1],
    )[0]
    badge = {
        "exit": "exit 3",
        "signal": "signal SIGTERM",
        "timeout": "timed out 4000",
        "interrupted": "aborted",
        "denied": "rejected",
    }
    badges = [badge[outcome]] if outcome in badge else []
    badges += ["truncated"] if chance.random() < 0.05 else []
    state = {"error": "failed", "denied": "denied", "interrupted": "interrupted", "not-started": "interrupted"}.get(
        outcome, "done"
    )
    duration = int(chance.expovariate(1 / 2_500)) + 12 if outcome not in ("unknown", "not-started") else -1
    titles = {
        "bash": f"pytest -q tests/importer/test_case_{len(rows)}.py -x | tail -n 20",
        "read": f"src/importer/lines_{len(rows) % 40}.py",
        "edit": f"src/importer/lines_{len(rows) % 40}.py",
        "write": f"tests/importer/test_case_{len(rows)}.py",
        "grep": "def read_line · src/",
        "run_code": "Check every fixture in parallel",
        "subagent": "Review the importer's error handling",
        "todo_write": "3 of 7 done",
        "web_search": "newline at end of file posix definition",
        "mcp__docs__find": 'docs find {"query":"importer"}',
    }
    kinds = {"exact": 0, "upper-bound": 1, "from-child": 2, "missing": 3}
    kind = "missing" if duration < 0 else "upper-bound" if chance.random() < 0.2 else "exact"
    return {
        "kind": model.ROW_KINDS.index(CARDS[tool]),
        "icon": model.ACTIONS.index(ACTIONS[tool]),
        "tool": tool,
        "depth": depth,
        "parent": parent,
        "seq": 10 * len(rows),
        "clock": clock,
        "end": clock + duration if duration >= 0 else -1,
        "wait": -1,
        "duration": duration,
        "duration_kind": kinds[kind],
        "state": model.STATES.index(state),
        "outcome": model.OUTCOMES.index(outcome),
        "flags": INHERITED if len(rows) < 4 else 0,
        "title": titles[name],
        "hint": _hint(name, outcome),
        "badges": "\x1f".join(badges),
        "key": f"session-synthetic-0001/1.1/call_{len(rows)}",
        "moves": [(clock, model.STATES.index("running")), (clock + max(duration, 0), model.STATES.index(state))],
    }


def _hint(name: str, outcome: str) -> str:
    if outcome == "error":
        return f"Error: {name} could not do what was asked of it: there is no such file in the folder"
    return "Run one test" if name == "bash" else ""


def _message(kind: str, clock: int, title: str, end: int = -1) -> dict:
    return {
        "kind": model.ROW_KINDS.index(kind),
        "icon": model.ACTIONS.index("other"),
        "tool": 0xFFFF,
        "depth": 0,
        "parent": -1,
        "seq": clock % 1_000_000,
        "clock": clock,
        "end": end,
        "wait": -1,
        "duration": -1,
        "duration_kind": 3,
        "state": 255,
        "outcome": 255,
        "flags": 0,
        "title": title,
        "hint": "",
        "badges": "",
        "key": f"session-synthetic-0001/{kind}/{clock}",
        "moves": [],
    }
