"""The text of a result, as the parts of a card read it."""

from __future__ import annotations

from workbench.model import Call


def result_text(call: Call) -> str | None:
    """Return the text blocks of the result joined by newlines, None while there is no result."""
    if call.result is None:
        return None
    texts = [
        block["text"]
        for block in call.result.content
        if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)
    ]
    return "\n".join(texts)


def only_text(call: Call) -> str | None:
    """Return the text of a result that is exactly one text block and no error, None for any other."""
    result = call.result
    if result is None or result.is_error or len(result.content) != 1:
        return None
    block = result.content[0]
    text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
    return text if isinstance(text, str) else None
