"""What a call comes to: one frozen result, a success or a failure, never both and never neither.

`Success` carries the canonical `value` the body returned and the `content` rendered from it; `Failure` carries the
`error` and the content that says it. Both may carry `meta` (the tool's own data for its presenters) and
`additional_contexts` (messages that join the conversation after the step). A log row keeps content, the error's name
and code, and meta; the value lives only while the program runs.

Replacing content is presentation, not secrecy: the value stays what it was, for programs of code mode and for every
observer. To hide a value, block the result or replace the value.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from workbench.model import Json
from workbench.registry.failures import AbortError, HarnessError
from workbench.registry.json_values import FrozenList, NotLosslessError, is_frozen, snapshot, thaw

FAULTS = (Exception, asyncio.CancelledError, KeyboardInterrupt, SystemExit)
"""What a stage contains. A generator's end is none of it: it only closes a coroutine that nobody awaits any more."""

NOT_LOSSLESS = "tool result must be losslessly JSON-serializable"


class ErrorInfo(msgspec.Struct, frozen=True, kw_only=True):
    """Name and code of a typed error, as `tool/result` rows keep them."""

    name: str
    code: str


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """Why a call failed: the sentence, and the error's name and code where it is one of the harness's."""

    message: str
    info: ErrorInfo | UnsetType = UNSET


class Success(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A result with a value. A wrapper may author one from its `value` alone: content and meta are made anew."""

    is_error: Literal[False] = False
    value: Json
    content: Sequence[Json] = ()
    meta: Json | UnsetType = UNSET
    additional_contexts: Sequence[Json] | UnsetType = UNSET
    concludes_turn: Literal[True] | UnsetType = UNSET


class Failure(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A result without a value. A wrapper may author one, and its content, meta and contexts are kept."""

    is_error: Literal[True] = True
    error: Fault
    content: Sequence[Json]
    meta: Json | UnsetType = UNSET
    additional_contexts: Sequence[Json] | UnsetType = UNSET


Result = Success | Failure


def text(words: str) -> dict[str, Json]:
    """Return a text block."""
    return {"type": "text", "text": words}


def user_message(content: str | Sequence[Json], *, plugin: str) -> dict[str, Json]:
    """Return a message that a policy or a body adds to the conversation (`additional_contexts`, `defer_context`).

    Args:
        content: one text, or content blocks.
        plugin: who says it; kept as the message's source.
    """
    blocks = [text(content)] if isinstance(content, str) else list(content)
    source = {"kind": "plugin", "plugin": plugin}
    return {"content": blocks, "source": source, "role": "user", "id": str(uuid.uuid4())}


def failure(message: str, *, content: Sequence[Json] | None = None, meta: Json | UnsetType = UNSET) -> Failure:
    """Return a failure with a message; its content says it after `Error: ` unless other content is given."""
    blocks = [text(f"Error: {message}")] if content is None else content
    return Failure(error=Fault(message=message), content=blocks, meta=meta)


def failure_of(error: BaseException) -> Failure:
    """Return the failure that an exception stands for; total, whatever the exception's methods do."""
    message = error_message(error)
    return Failure(error=Fault(message=message, info=_info(error)), content=[text(f"Error: {message}")])


def contained(error: BaseException) -> Failure:
    """Return the failure of something raised in a stage; an interrupt is an abort."""
    return failure_of(AbortError.during() if isinstance(error, (KeyboardInterrupt, asyncio.CancelledError)) else error)


def aborted(*, body_invoked: bool, contexts: Sequence[Json] | UnsetType = UNSET) -> Failure:
    """Return the failure of a cancelled call, `ABORTED` or `ABORTED_BEFORE_DISPATCH`, with the contexts it had."""
    error = AbortError.during() if body_invoked else AbortError.before_dispatch()
    made = failure_of(error)
    return msgspec.structs.replace(made, additional_contexts=contexts) if contexts else made


def error_message(error: BaseException) -> str:
    """Return what an exception says; its class name where it says nothing."""
    try:
        said = "".join([error.message if isinstance(error, HarnessError) else str(error)])
        return said or type(error).__name__
    except FAULTS:
        return "<unprintable thrown value>"


def _info(error: BaseException) -> ErrorInfo | UnsetType:
    if not isinstance(error, HarnessError):
        return UNSET
    if type(error.name) is not str or type(error.code) is not str:
        return UNSET
    return ErrorInfo(name=error.name, code=error.code)


def feedback_message(feedback: Sequence[Any]) -> str:
    """Return the error message that blocking feedback stands for."""
    said = "\n".join(
        block["text"] if block.get("type") == "text" else f"[{block.get('type')} content]" for block in feedback
    )
    return said or "tool result blocked by post-execute policy"


def materialize(result: Result) -> Result:
    """Return the result with every part copied and frozen.

    Raises:
        TypeError: content is no list of blocks, or a part is not lossless JSON.
    """
    if _is_material(result):
        return result
    try:
        content = blocks(result.content)
        contexts = result.additional_contexts
        contexts = blocks(contexts) if contexts else UNSET
        meta = result.meta if result.meta is UNSET else snapshot(result.meta)
        if isinstance(result, Success):
            return Success(
                value=snapshot(result.value),
                content=content,
                meta=meta,
                additional_contexts=contexts,
                concludes_turn=result.concludes_turn,
            )
        snapshot(result.error.message)
    except (NotLosslessError, AttributeError) as error:
        raise TypeError(NOT_LOSSLESS) from error
    return Failure(error=result.error, content=content, meta=meta, additional_contexts=contexts)


def _is_material(result: Result) -> bool:
    """Return whether every part is frozen already, so that there is nothing to copy."""
    if isinstance(result, Failure) or type(result.content) is not FrozenList or result.additional_contexts is not UNSET:
        return False
    return (
        is_frozen(result.value) and is_frozen(result.meta) and all(isinstance(block, dict) for block in result.content)
    )


def blocks(content: Any) -> FrozenList:
    """Return a frozen copy of content blocks.

    Raises:
        NotLosslessError: it is no list (or tuple) of objects, or not lossless JSON.
    """
    copy = snapshot(list(content) if type(content) is tuple else content)
    if type(copy) is not FrozenList or not all(isinstance(block, dict) for block in copy):
        raise NotLosslessError("content is not a list of blocks")
    return copy


def wire(result: Result) -> dict[str, Json]:
    """Return the result in the harness's wire shape, as ordinary dicts and lists."""
    shape = {
        name: value
        for name, value in zip(
            result.__struct_encode_fields__, (getattr(result, each) for each in result.__struct_fields__), strict=True
        )
        if value is not UNSET
    }
    if isinstance(result, Failure):
        shape["error"] = msgspec.to_builtins(result.error)
    return thaw(shape)  # type: ignore[no-any-return]  # a dict, as given
