"""The view a card shows: a result's view replaces the call's content and keeps its title; no card is left blank."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from workbench.cards.arguments import Arguments
from workbench.model import (
    ActionKind,
    Call,
    CallView,
    DiffCall,
    GenericCall,
    GenericResult,
    Json,
    ResultView,
    TerminalCall,
    View,
)


def title_of(call: Call, call_view: CallView | None, result_view: ResultView | None) -> str:
    """Return the result's title, else the call's, else the tool's name."""
    if result_view is not None and isinstance(result_view.title, str):
        return result_view.title
    return call_view.title if call_view is not None else call.name


def effective(call: Call, arguments: Arguments, call_view: CallView | None, result_view: ResultView | None) -> View:
    """Return the view that counts now; without any, a generic view of the raw arguments."""
    if result_view is not None:
        return msgspec.structs.replace(result_view, title=title_of(call, call_view, result_view))
    if call_view is not None:
        return call_view
    return GenericCall(title=call.name, raw_input=arguments.value if arguments.is_json else arguments.text)


def shown_content(call: Call, call_view: CallView | None, result_view: ResultView | None) -> tuple[Json, ...]:
    """Return the content blocks to show: the result view's, else the raw result's, else the call view's."""
    if isinstance(result_view, GenericResult) and isinstance(result_view.content, list):
        return tuple(result_view.content)
    if call.result is not None:
        return call.result.content
    if isinstance(call_view, GenericCall) and isinstance(call_view.content, list):
        return tuple(call_view.content)
    return ()


def kind_of(call_view: CallView | None) -> ActionKind:
    """Return the icon's kind: the view's, execute for a terminal, edit for a diff, else other."""
    if isinstance(call_view, TerminalCall):
        return "execute"
    if isinstance(call_view, DiffCall):
        return "edit"
    if isinstance(call_view, GenericCall) and call_view.kind is not UNSET:
        return call_view.kind
    return "other"
