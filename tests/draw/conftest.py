"""Cards made by hand, and what a person sees of them."""

from __future__ import annotations

import html
import re

import pytest
from workbench.widgets.draw import draw, head
from workbench.widgets.element import to_page_html, to_text

from workbench.model import (
    Call,
    CardModel,
    GenericCall,
    GenericResult,
    TerminalCall,
    TerminalResult,
    TimelineModel,
    ToolError,
    ToolResult,
)
from workbench.strings import set_language


@pytest.fixture(autouse=True)
def _english():
    set_language("en")
    yield
    set_language("en")


@pytest.fixture
def make():
    """make(type, …) -> a card; members of the call and of the card are told apart by their names."""

    def build(kind="generic", **members):
        own = {name: members.pop(name) for name in list(members) if name in CardModel.__struct_fields__}
        blocks = members.pop("blocks", None)
        if isinstance(blocks, str):
            blocks = [{"type": "text", "text": blocks}]
        meta = {"meta": members.pop("meta"), "has_meta": True} if "meta" in members else {}
        error = members.get("error_code")
        is_error = members.get("is_error", False)
        if blocks is not None:
            members["result"] = ToolResult(
                content=tuple(blocks), is_error=is_error, error=ToolError(code=error) if error else None, **meta
            )
        fields = {
            "key": "s/1.1/c1", "session_id": "s", "turn": 1, "step": 1, "call_id": "c1", "name": "tool",
            "arguments": "{}", "proposed_seq": 3, "call_seq": 4, "result_seq": 5 if blocks is not None else None,
            "state": "done" if blocks is not None else "running", "outcome": "ok" if blocks is not None else None,
        } | members  # fmt: skip
        call = Call(**fields)
        view = own.get("result_view") or own.get("call_view") or GenericCall(title=call.name)
        defaults = {
            "call": call, "type": kind, "title": _title(own, call), "kind": "other",
            "badges": (), "call_view": None, "result_view": None, "view": view, "notes": (), "provenance": {},
            "why": ("own card: none", "generic"), "content": call.result.content if call.result else (),
        }  # fmt: skip
        return CardModel(**(defaults | own))

    return build


def _title(own, call):
    views = (own.get("result_view"), own.get("call_view"))
    return next((view.title for view in views if view is not None and isinstance(view.title, str)), call.name)


@pytest.fixture
def shell(make):
    """shell(command, output, …) -> a terminal card."""

    def build(command, output=None, *, description="Do it", workdir=None, code=0, signal=None, **members):
        view = {"title": command, "description": description}
        if workdir is not None:
            view["cwd"] = workdir
        if output is not None:
            status = {"signal": signal} if signal else {"exit_code": code}
            members.setdefault("result_view", TerminalResult(output=output, **status))
            members.setdefault("blocks", output if not code else f"{output}\n[exit code: {code}]")
            members |= {"exit_code": None if signal else code, "signal": signal}
            members.setdefault("exit_source", "marker" if code or signal else "no-marker")
            members.setdefault("outcome", "signal" if signal else "exit" if code else "ok")
        return make("terminal", name="bash", call_view=TerminalCall(**view), **members)

    return build


@pytest.fixture
def row():
    """row(kind, …) -> a timeline row that is no card."""

    def build(kind, **members):
        fields = {"key": f"s/{kind}", "session_id": "s", "seq": 7, "time_ms": 1790000000000, "clock_ms": 1790000000000}
        return TimelineModel(kind=kind, **(fields | {"title": members.get("text", "")} | members))

    return build


@pytest.fixture
def lines():
    """The lines of a body in a terminal, folds closed, without the folded sections at the end."""

    def of(card, *children, **options):
        body = to_text(list(draw(card, children, **options)), width=200).split("\n")
        end = next((at for at, line in enumerate(body) if line.startswith("▸ Arguments as written")), len(body))
        return [line for line in body[:end] if line.strip()]

    return of


@pytest.fixture
def seen():
    """All text of a body, folded or not, and of its attributes: what a page can show."""

    def of(card, *children, **options):
        page = to_page_html([head(card), *draw(card, children, **options)])
        shown = re.findall(r' (?:title|aria-label|alt)="([^"]*)"', page)
        return html.unescape(re.sub(r"<[^>]*>", "", page)) + "\n" + html.unescape("\n".join(shown))

    return of


@pytest.fixture
def page():
    """The HTML of a body."""
    return lambda card, *children, **options: to_page_html([head(card), *draw(card, children, **options)])


@pytest.fixture
def generic_result():
    """generic_result(text) -> a result view that stands for an error or a background start."""
    return lambda words: GenericResult(content=[{"type": "text", "text": words}])
