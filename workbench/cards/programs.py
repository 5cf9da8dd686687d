"""A program that the model wrote, and what came out of it."""

from __future__ import annotations

import re

from workbench.cards.arguments import Arguments
from workbench.cards.context import CardContext
from workbench.cards.texts import result_text
from workbench.model import Call, CodeDetail

_CAPTURED = "\nCaptured output:\n"
_FAILED = re.compile(r"Error: code run failed \(")


def code_of(call: Call, arguments: Arguments, context: CardContext) -> CodeDetail:
    """Return the program; a failure is parted from the output that the harness kept beside it."""
    text = result_text(call)
    failure = None
    if text is not None and call.is_error and _FAILED.match(text):
        failure, found, captured = text.partition(_CAPTURED)
        text = captured if found else ""
    meta = call.result.meta if call.result is not None else None
    logs = meta.get("logs") if isinstance(meta, dict) else None
    kept = tuple(logs) if isinstance(logs, list) and all(isinstance(line, str) for line in logs) else None
    return CodeDetail(
        program=arguments.string("code") or "",
        output=text,
        failure=failure,
        logs=kept,
        tracks=context.tracks,
        now_ms=context.now_ms,
    )
