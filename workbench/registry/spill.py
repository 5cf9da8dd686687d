"""The spill policy: a text result that is too large for the model is stored, and a preview stands in its place.

The preview is half head and half tail, then an empty line and a notice that says how much is left out, where the whole
text is, and how to read it; all of it within the cap. Left alone are results with a block that is no text, `read` (or
its result would be spilled, read and spilled again), and calls of a program, of which only the log's copy is bounded.
Nothing fails for it: without a session to own the text, with a store that fails or a notice longer than the cap, the
result stays as it is. It is installed as the outermost listener, so it bounds whatever the others accept.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec import UNSET

from workbench.model import Json, Value
from workbench.registry.decisions import Accept, PostDecision
from workbench.registry.execution import DispatchLog, Execution
from workbench.registry.failures import RegistryError
from workbench.registry.json_text import number_text
from workbench.registry.results import Result, error_message, text

if TYPE_CHECKING:
    from workbench.registry.registry import Registry
    from workbench.registry.scopes import Agent

_log = logging.getLogger(__name__)


class SpillText(Value, frozen=True, kw_only=True):
    """A text to be stored: whose it is, what it is from, a name for its file."""

    session_id: str
    tool: str
    call_id: str
    label: str
    suggested_name: str
    content: str


class SpillRef(Value, frozen=True, kw_only=True):
    """Where a text is stored, and a sentence that says how to read it."""

    locator: str
    retrieval_hint: str


Proceed = Callable[[], Awaitable[PostDecision]]
SpillStore = Callable[[SpillText], Awaitable[SpillRef]]


def install_spill(registry: Registry, store: SpillStore, *, max_inline_bytes: int | None) -> Callable[[], None]:
    """Bound text results in a registry, and return the function that ends it.

    Args:
        registry: whose results.
        store: stores one text, asynchronously.
        max_inline_bytes: the cap in bytes of UTF-8; None installs nothing.

    Raises:
        RegistryError: the cap is no non-negative integer.
    """
    if max_inline_bytes is None:
        return lambda: None
    if type(max_inline_bytes) is not int or max_inline_bytes < 0:
        got = number_text(max_inline_bytes) if isinstance(max_inline_bytes, (int, float)) else repr(max_inline_bytes)
        raise RegistryError(f"spill-policy: maxInlineBytes must be a non-negative integer (got {got})")
    cap = max_inline_bytes

    async def bound(execution: Execution, result: Result, proceed: Proceed) -> PostDecision:
        decision = await proceed()
        if not isinstance(decision, Accept) or decision.value is not UNSET:
            return decision
        if execution.parent is not None or execution.name == "read":
            return decision
        content = result.content if decision.content is UNSET else decision.content
        owner = _Owner(execution.agent, execution.name, execution.call_id, "result")
        replacement = await _bounded(store, cap, content, owner)
        return decision if replacement is None else msgspec.structs.replace(decision, content=replacement)

    async def bound_log(settled: DispatchLog, proceed: Callable[[], Awaitable[Sequence[Json]]]) -> Sequence[Json]:
        content = await proceed()
        owner = _Owner(settled.execution.agent, settled.name, settled.sub_call_id, "dispatch")
        replacement = await _bounded(store, cap, content, owner)
        return content if replacement is None else replacement

    disposers = [
        registry.on("post-execute", bound, outermost=True),
        registry.on("dispatch-log", bound_log, outermost=True),
    ]

    def dispose() -> None:
        for each in disposers:
            each()

    return dispose


class _Owner(NamedTuple):
    """Whose text is to be bounded."""

    agent: Agent | None
    tool: str
    call_id: str
    label: str


async def _bounded(store: SpillStore, cap: int, content: Sequence[Json], owner: _Owner) -> list[Json] | None:
    """Return the content that replaces one too large, or None where it stays."""
    whole = _plain_text(content)
    if whole is None or _size(whole) <= cap:
        return None
    agent, tool, call_id, label = owner
    if agent is None or agent.session_id is None:
        _log.warning("no session owns the %s of %s; it is kept inline", label, tool)
        return None
    spilled = SpillText(
        session_id=agent.session_id,
        tool=tool,
        call_id=call_id,
        label=label,
        suggested_name=f"{tool}.txt",
        content=whole,
    )
    try:
        ref = await store(spilled)
    except Exception as error:  # noqa: BLE001 - a store that fails must not cost the result
        _log.warning("the %s of %s could not be stored: %s; it is kept inline", label, tool, error_message(error))
        return None
    replaced = preview(whole, ref, cap)
    return None if replaced is None else [text(replaced)]


def preview(whole: str, ref: SpillRef, cap: int) -> str | None:
    """Return head, tail and notice within a cap of UTF-8 bytes, or None if the notice alone is larger."""
    raw = whole.encode("utf-8", "surrogatepass")
    # Reserved for the longest count there can be, so that the notice in the end is never longer.
    budget = max(0, cap - _size(_notice(len(raw), ref)) - 2)
    head = raw[: (budget + 1) // 2].decode("utf-8", "ignore")
    tail = raw[len(raw) - budget // 2 :].decode("utf-8", "ignore") if budget > 1 else ""
    notice = _notice(len(raw) - _size(head) - _size(tail), ref)
    shown = f"{head}{tail}\n\n{notice}" if head or tail else notice
    return shown if _size(shown) <= cap else None


def _notice(omitted: int, ref: SpillRef) -> str:
    return f"(Omitted {omitted} bytes. Full formatted result stored at: {ref.locator}. {ref.retrieval_hint})"


def _plain_text(content: Sequence[Json]) -> str | None:
    """Return the text of content that is text alone, else None."""
    if not all(block.get("type") == "text" and isinstance(block.get("text"), str) for block in content):
        return None
    return "".join(block["text"] for block in content)


def _size(words: str) -> int:
    return len(words.encode("utf-8", "surrogatepass"))
