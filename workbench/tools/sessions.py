"""The session-query family: searching and reading the logs of other sessions. Their results are text only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.registry.json_text import number_text
from workbench.tools.definition import Arguments, Ideal, PresentCall, Tool, output, tool
from workbench.tools.shapes import BOOLEAN, INTEGER, STRING, Node, choice, items, may, need
from workbench.tools.wire import generic, pick, texts

if TYPE_CHECKING:
    from workbench.model import Json

TIMEOUT_MS = 30_000


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    return texts(value)


def _trace_call(arguments: Arguments) -> Json:
    if "session_id" not in arguments:
        return generic("Trace current session", "read")
    return generic(f"Trace session {arguments['session_id']}", "read", rawInput=arguments["session_id"])


def _event_call(verb: str) -> PresentCall:
    def present(arguments: Arguments) -> Json:
        title = f"{verb} event {number_text(arguments['seq'])}"
        return generic(title, "read", rawInput=pick(arguments, "session_id", "seq"))

    return present


_OUTPUT = output(STRING, _render)
_SURFACES = items(choice("current", "shadowed", "log-only"))
_SESSION = may(STRING, "The session; the current one unless given.")
_SEQ = need(INTEGER, "The event's number.")


def _since(name: str, node: Node, what: str) -> dict[str, Node]:
    return {
        f"{name}_from": may(node, f"Only {what} from this one on."),
        f"{name}_to": may(node, f"Only {what} up to this one."),
    }


_SEARCH = {
    "query": need(STRING, "The words to find."),
    "session_ids": may(items(STRING), "Only these sessions."),
    **_since("created_at", STRING, "sessions created"),
    "parent_session_ids": may(items(STRING), "Only children of these sessions."),
    "include_root_sessions": may(BOOLEAN, "Sessions without a parent too."),
    "availability": may(items(choice("live", "persisted"))),
    **_since("event_seq", INTEGER, "events numbered"),
    **_since("event_time", STRING, "events"),
    "event_types": may(items(STRING)),
    "event_surfaces": may(_SURFACES),
}
_EVENT_SEARCH = {
    "session_id": _SESSION,
    "query": need(STRING, "The words to find."),
    **_since("seq", INTEGER, "events numbered"),
    **_since("time", STRING, "events"),
    "event_types": may(items(STRING)),
    "surfaces": may(_SURFACES),
}
_IDEAL = Ideal(
    cards=("table", "text"), need="once", shows="the sessions and events it found, as links", gaps=("G5",),
    forks=("F2",), tier="addition", first_tier="client", basis="ours",
)  # fmt: skip

TOOLS: tuple[Tool, ...] = (
    tool(
        "session_search",
        "sessions",
        "Find earlier sessions of the same workspace by words.",
        _SEARCH,
        _OUTPUT,
        present_call=lambda arguments: generic("Search prior sessions", "search", rawInput=arguments["query"]),
        timeout_ms=TIMEOUT_MS,
        ideal=_IDEAL,
    ),
    tool(
        "session_event_search",
        "sessions",
        "Find events of one session by words.",
        _EVENT_SEARCH,
        _OUTPUT,
        present_call=lambda arguments: generic("Search session events", "search", rawInput=arguments["query"]),
        timeout_ms=TIMEOUT_MS,
        ideal=_IDEAL,
    ),
    tool(
        "session_trace",
        "sessions",
        "Read the ancestors and descendants of a session.",
        {"session_id": _SESSION},
        _OUTPUT,
        present_call=_trace_call,
        concurrency_safe=True,
        ideal=_IDEAL,
    ),
    tool(
        "session_event_trace",
        "sessions",
        "Read what an event replaced and what it came from.",
        {"session_id": _SESSION, "seq": _SEQ},
        _OUTPUT,
        present_call=_event_call("Trace"),
        concurrency_safe=True,
        ideal=_IDEAL,
    ),
    tool(
        "session_event_read",
        "sessions",
        "Read one event in full, with its neighbours in short.",
        {
            "session_id": _SESSION,
            "seq": _SEQ,
            "before": may(INTEGER, "How many events before it."),
            "after": may(INTEGER, "How many events after it."),
        },
        _OUTPUT,
        present_call=_event_call("Read"),
        concurrency_safe=True,
        ideal=_IDEAL,
    ),
)
