"""What a policy answers: before a call (`Allow`, `Deny`, `Ask`) and after it (`Accept`, `Block`)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from workbench.model import Json


class Allow(msgspec.Struct, frozen=True):
    """Let the call go on; guards still have their say."""


class Deny(msgspec.Struct, frozen=True):
    """End the call with this reason as its error."""

    reason: str


class Ask(msgspec.Struct, frozen=True):
    """Let the call go on only if a person allows it once; without anybody to ask it is denied."""

    reason: str | None = None


class Accept(msgspec.Struct, frozen=True, kw_only=True):
    """Keep the result, perhaps with other content or another value (not both), perhaps with contexts.

    Other content is presentation: value and meta stay. Another value is checked like a body's, and content and meta
    are made anew from it; a failed result has no value to replace.
    """

    content: Sequence[Json] | UnsetType = UNSET
    value: Json | UnsetType = UNSET
    additional_contexts: Sequence[Json] = ()


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """Turn the result into a failure whose content is this feedback; value, meta and earlier contexts are dropped."""

    feedback: Sequence[Json]
    additional_contexts: Sequence[Json] = ()


PreDecision = Allow | Deny | Ask
PostDecision = Accept | Block
