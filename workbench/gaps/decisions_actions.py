"""F6: how an action on a card gets back to the host."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from workbench.gaps.asking import ask, query
from workbench.gaps.coverage import calls_by_tool, declared
from workbench.gaps.decisions_value import Fact, Ground, number
from workbench.model import Json
from workbench.registry import Agent, Ask, Registry, define_tool, text


def f6(ground: Ground) -> Iterator[Fact]:
    """How an action on a card gets back to the host."""
    waits = ground.gap("G9")
    answered = query("decision_answered")
    yield Fact(
        id="answered", fork="F6", option="domain", source="G9",
        numbers={
            "approvals": number(waits.measures["approvals"]), "questions": number(waits.measures["questions"]),
            "longest": number(waits.measures["longest_ms"], "ms"),
        },
        behind=ground.asked(answered),
    )  # fmt: skip
    asked = query("decision_asked")
    turns = ask(ground.store.cursor(), asked)
    known = [row["ms"] for row in turns if row["ms"] is not None]
    yield Fact(
        id="prompted", fork="F6", option="prompt", source="log",
        numbers={
            "n": number(len(turns)), "ms": number(median(known) if known else None, "ms"),
            "rows": number(median(row["rows_between"] for row in turns) if turns else None),
        },
        behind=ground.asked(asked),
    )  # fmt: skip
    calls = calls_by_tool(ground.store.cursor())
    wanted = [
        {"tool": row.tool, "calls": calls.get(row.tool, 0)}
        for row in declared()
        if row.need == "interactive" and not row.retired
    ]
    yield Fact(
        id="wanted", fork="F6", option=None, source="catalogue",
        numbers={"tools": number(len(wanted)), "calls": number(sum(row["calls"] for row in wanted))},
        behind=ground.held(wanted),
    )  # fmt: skip


def show_f6(ground: Ground) -> list[dict[str, Any]]:
    """Stopping a job from a card in both ways: through the registry here, and as the sessions say a message goes.

    The first two are run: the card asks the pipeline, a policy asks the person, and the answer decides. The third is
    what the loaded sessions have between a person's message and the first call, by their medians.
    """
    turns = ask(ground.store.cursor(), query("decision_asked"))
    found = [_acted("allowed-once"), _acted("rejected")]
    between = median(row["rows_between"] for row in turns) if turns else None
    found.append({"way": "prompt", "ended": None, "rows": between, "models": 1 if turns else None, "told": ()})
    return found


# ---------------------------------------------------------------------------------------------------- inside


def _acted(answer: str) -> dict[str, Any]:
    """An action of a card that goes straight to the registry, with a person asked on the way."""
    rows: list[str] = []

    def append(
        kind: str, _: dict[str, Json], /, *, surface_op: str | None = None, source_seqs: Sequence[int] = ()
    ) -> int:
        rows.append(kind if surface_op is None else f"{kind} ({surface_op}, {len(source_seqs)})")
        return len(rows) - 1

    async def person(_: Any) -> str:
        return answer

    async def ask_first(_execution: Any, _proceed: Any) -> Ask:
        return Ask("the card wants to stop a job")

    async def act() -> Any:
        registry = Registry(approvals=person)
        registry.register(_stop_job())
        registry.on("pre-execute", ask_first)
        return await registry.execute("stop_job", {"job_id": "bash-1"}, agent=Agent("card", append=append))

    result = asyncio.run(act()) if not _running() else _in_thread(act)
    ended = "ok" if not result.is_error else "denied"
    return {"way": f"domain, {answer}", "ended": ended, "rows": len(rows), "models": 0, "told": tuple(rows)}


def _stop_job() -> Any:
    @define_tool(
        name="stop_job",
        description="Stop a job.",
        parameters={"job_id": {"type": "string", "required": True, "description": "Which one."}},
        output={
            "schema": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"stopped": {"type": "string", "required": True}},
            },
            "render": lambda _arguments, value: [text(f"stopped {value['stopped']}")],
        },
    )
    async def stop_job(arguments: Any, _run: Any) -> dict[str, str]:
        return {"stopped": arguments["job_id"]}

    return stop_job


def _running() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _in_thread(act: Any) -> Any:
    """Run a coroutine function beside a loop that runs already, as a notebook's does."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(act())).result()
