"""What two logs of one session have in common, whatever their generation: facts as tuples, drawings as plain JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from workbench.widgets.draw import draw, draw_row, head, head_row
from workbench.widgets.element import to_json

import workbench
from workbench.bench import Workbench

FACTS = {
    "calls": """
        select session_id, turn, step, call_id, name, arguments, state, outcome, is_error, error_code, exit_code,
            signal, timed_out, exit_source, has_meta, result_chars, child_session_id, link_source, parent_call_id,
            root_call_id, depth, approval, inherited, is_dispatch, arguments_complete
        from all_calls_all""",
    "texts": """
        select session_id, turn, step, role, source_kind, source_name, form, sender_session_id, interrupted, blocks,
            text_chars, reasoning_chars, tool_calls, media, appended, inherited, text_start
        from messages_all where role <> 'system'""",
    "usage": """
        select session_id, turn, step, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
            reasoning_tokens
        from usage""",
    "jobs": "select session_id, job_id, call_key, kind, label, state, exit_code, polls from jobs",
    "members": "select run_id, seq, label, phase, child_session_id, outcome from workflow_agents",
    "children": "select session_id, call_key, child_session_id, mode, label, link_source from subagents",
    "approvals": "select session_id, approval_id, call_key, tool, outcome from approvals",
    "todos": "select session_id, call_key, position, content, status from todos",
    "compactions": "select session_id, turn, state, shadowed_events, shadowed_tokens from compactions",
}
TIMES = (
    "select session_id, call_id, started_ms, ended_ms, wait_ms, run_ms, duration_ms, duration_kind from all_calls_all"
)

_ROW = re.compile(r"\b(row|seq) [\d,]+")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?( UTC)?")
_TOOK = re.compile(r"(?<![\w.])[≤~ ]*[\d,.]+ ?(ms|s|min|h)\b( \d+ ?(ms|s|min))?")
_UNKNOWN = re.compile(r"—|\bunknown\b")


def opened(*paths: Path) -> Workbench:
    """A workbench of its own with these logs."""
    wb = workbench.open()
    wb.load(paths)
    return wb


def facts(wb: Workbench, name: str) -> list[tuple[Any, ...]]:
    """Facts of one kind in an order of their own, in the spelling of inner calls that generation 0 has."""
    rows = wb.sql(FACTS.get(name, TIMES)).fetchall()
    return sorted((tuple(map(_spelled, row)) for row in rows), key=repr)


def drawings(wb: Workbench, session_id: str, *, times: bool = True) -> dict[str, Any]:
    """Every row and card of a session as its element tree, without the seqs (and without the times)."""
    timeline = wb.timeline(session_id)
    rows = timeline.rows([entry for entry in timeline.entries if entry.call_key is None])
    found: dict[str, Any] = {f"row {number}": _tree(head_row(row), draw_row(row)) for number, row in enumerate(rows)}
    for key in timeline.calls:
        card = timeline.opened(key)
        found[_spelled(key)] = _tree(head(card), draw(card))
    return {key: _plain(tree, times=times) for key, tree in found.items()}


def _tree(first: Any, body: Any) -> Any:
    return [json.loads(to_json(first)), json.loads(to_json(body))]


def _spelled(value: Any) -> Any:
    return value.replace(":ptc:", ":code:") if isinstance(value, str) else value


def _plain(node: Any, *, times: bool) -> Any:
    if isinstance(node, str):
        text = _ROW.sub(r"\1 #", _spelled(node))
        return text if times else _UNKNOWN.sub("#", _TOOK.sub("#", _TIME.sub("#", text)))
    if isinstance(node, list):
        return [_plain(child, times=times) for child in node]
    if isinstance(node, dict):
        if node.get("c") == "wb-kv-row" and node["n"][0]["n"][0] in _SEQS:
            return "seq #"
        return {name: _plain(child, times=times) for name, child in node.items()}
    return node


_SEQS = {"row", "rows", "seq", "seqs"}
