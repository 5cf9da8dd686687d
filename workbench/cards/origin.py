"""Where each shown value of a card comes from."""

from __future__ import annotations

from workbench.cards.coverage import Choice
from workbench.model import Call, Parsed, Provenance

_LINKS = {
    "recorded": Provenance(kind="recorded"),
    "text-id": Provenance(kind="parsed", rule="the id in the result's text"),
    "label-prompt-time": Provenance(kind="inferred", rule="same label, same prompt, created between call and result"),
    "ambiguous": Provenance(kind="inferred", rule="more than one child fits"),
}
MISSING = Provenance(kind="missing")


def provenance_of(call: Call, choice: Choice, parsed: Parsed | None = None) -> dict[str, Provenance]:
    """Return the origin of name, arguments, result, status, times and links, by the name of the card's member."""
    found: dict[str, Provenance] = {
        "arguments": _recorded(call.call_seq or call.proposed_seq, "data.arguments"),
        "tool": _recorded(call.call_seq or call.proposed_seq, "data.name"),
        "started_at": _recorded(call.call_seq, "time"),
        "duration_ms": _duration(call),
        "wait_ms": MISSING if call.wait_ms is None else Provenance(kind="recorded", rule="asked to decided"),
        "state": Provenance(kind="recorded", seq=call.result_seq or call.call_seq or call.proposed_seq),
    }
    if call.result is not None:
        is_dispatch = call.parent_call_id is not None
        content = "data.content" if is_dispatch else "data.message.content"
        found["content"] = _recorded(call.result_seq, content)
        found["is_error"] = _recorded(call.result_seq, "data.isError" if is_dispatch else f"{content}[0].isError")
        if call.result.has_meta:
            found["meta"] = _recorded(call.result_seq, "data.meta")
        if call.error_code is not None:
            found["error_code"] = _recorded(call.result_seq, "data.error.code")
    if call.exit_source == "marker":
        found["exit_code"] = Provenance(kind="parsed", seq=call.result_seq, rule="the marker at the end of the text")
    elif call.exit_source == "no-marker":
        found["exit_code"] = Provenance(kind="parsed", seq=call.result_seq, rule="no marker at the end of the text")
    else:
        found["exit_code"] = MISSING
    if call.link_source in _LINKS:
        found["child_session_id"] = _LINKS[call.link_source]
    if parsed is not None:
        found["shown"] = Provenance(kind="parsed", seq=call.result_seq, rule=parsed.rule)
    if choice.inferred is not None:
        found["type"] = Provenance(kind="inferred", rule=choice.inferred)
    return found


def _recorded(seq: int | None, path: str) -> Provenance:
    return MISSING if seq is None else Provenance(kind="recorded", seq=seq, path=path)


def _duration(call: Call) -> Provenance:
    if call.duration_ms is None:
        return MISSING
    if call.duration_kind == "from-child":
        return Provenance(kind="inferred", rule="the end of the child's own turn")
    rule = "between the rows of call and result"
    return Provenance(kind="recorded", seq=call.result_seq, path="time", rule=rule)
