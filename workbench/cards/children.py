"""The child of a subagent call: how it was found, how it stands, its turns beside those of others."""

from __future__ import annotations

from typing import Literal

from workbench.cards.arguments import Arguments
from workbench.cards.context import CardContext
from workbench.cards.jobs import started
from workbench.cards.texts import result_text
from workbench.model import Call, SubagentDetail
from workbench.tools import subagents

Mode = Literal["foreground", "background", "continuable", "unknown"]


def subagent_of(call: Call, arguments: Arguments, context: CardContext) -> SubagentDetail:
    """Return the child with its facts; a child that runs as a background job has that job as well."""
    text = result_text(call)
    said = subagents.parse_start(text) if text is not None and not call.is_error else None
    mode = _mode(call, arguments, said)
    child = context.child
    return SubagentDetail(
        label=arguments.string("description"),
        prompt=arguments.string("prompt"),
        mode=mode,
        is_fork=call.name == "subagent_fork",
        job=started(call, arguments, context) if said is not None and said.job_id is not None else None,
        child_session_id=call.child_session_id,
        link_source=call.link_source,
        child_has_log=child is not None and child.has_log,
        candidates=context.candidates,
        child_state=child.state if child else None,
        child_calls=child.calls if child else None,
        child_turns=child.turns if child else None,
        child_started_ms=child.started_ms if child else None,
        child_ended_ms=child.ended_ms if child else None,
        child_last_ms=child.last_ms if child else None,
        child_depth=child.depth if child else None,
        child_model=child.model if child else None,
        result_ms=context.result_ms,
        tokens=child.tokens if child else None,
        output_tokens=child.output_tokens if child else None,
        cached_tokens=child.cached_tokens if child else None,
        turns=context.child_turns,
        tracks=context.tracks,
        now_ms=context.now_ms,
        messages=context.messages,
        report=text if mode == "foreground" and text and not call.is_error else None,
    )


def _mode(call: Call, arguments: Arguments, said: subagents.StartText | None) -> Mode:
    """Return how the child runs: as the result says it, else as the arguments ask for it."""
    if said is not None:
        return "background" if said.job_id is not None else "continuable"
    if call.result is not None and not call.is_error:
        return "foreground"
    return "foreground" if arguments.fields.get("run_in_background") is False else "unknown"
