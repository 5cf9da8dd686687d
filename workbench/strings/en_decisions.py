"""The open decisions F1 to F8: what was measured for them, in English. A number stands where the braces are."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str | tuple[str, str]]] = {
    "decision.F1.unseen": (
        "A log does not say who computed what was seen: of {calls} {calls:result|results} {stored} {stored:has|have} "
        "a stored view."
    ),
    "decision.F1.presenters": (
        "Of {calls} settled {calls:call|calls} {share} get more than a generic card from the tool's presenters."
    ),
    "decision.F1.names": (
        "By the tool's name alone {share} do; {same} of all calls get the same card as from the presenters."
    ),
    "decision.F1.programs": (
        "{dispatches} {dispatches:call was|calls were} made by programs, beside {calls} "
        "of the model's own; the host sends no view for them, "
        "so whoever draws them goes by the name."
    ),
    "decision.F1.shown": "The same calls drawn from raw JSON, by name, by their presenters, and with the cards here",
    "decision.F1.open": (
        "Whether one place that computes is worth a vocabulary "
        "that all clients have to follow, or the freedom of each "
        "client is worth writing every tool twice. The numbers say how often the two differ, not whom it disturbs."
    ),
    "decision.F2.grown": (
        "{calls} {calls:call|calls} of {tools} {tools:tool|tools} {calls:is|are} of those for which the core "
        "grew cards: "
        "search, read, web."
    ),
    "decision.F2.own": (
        "{calls} {calls:call|calls} of {tools} {tools:tool|tools} {calls:is|are} drawn here with cards that the core "
        "does not have."
    ),
    "decision.F2.list": (
        "One card for lists would serve {tools} {tools:tool|tools}; they have {calls} {calls:call|calls} in these "
        "sessions."
    ),
    "decision.F2.shown": "Tools that want a table: what the core gives them, and what is drawn here without it",
    "decision.F2.open": (
        "How far a shared vocabulary should grow. That a list "
        "can be drawn without the core is shown; that every client "
        "would draw it is not."
    ),
    "decision.F3.blank": (
        "{n} {n:call|calls} ran for a second or longer; {recorded} of them "
        "{recorded:has|have} an event inside that any tool could have written. "
        "They were blank for {blank} together, {share} of the time in which something ran."
    ),
    "decision.F3.cost": (
        "Adds {executor} for output of commands, {job} for background jobs, {child} for children, {bus} for the bus "
        "({rows} {rows:row|rows}). Half of the pieces of raw output are on a connected screen after {delay}, "
        "and in front of a "
        "reader of the file after {file}."
    ),
    "decision.F3.shown": "Each option's logs, loaded: which gaps the probes find closed (recorded + joined / all)",
    "decision.F3.open": (
        "Whether raw output is something a log is for; and where "
        "the line between a milestone and a raw stream runs for "
        "each tool. The options can be mixed by kind of source."
    ),
    "decision.F4.differ": (
        "Sent and not kept, the raw output of commands is {course} "
        "there in its course and {again} there at all, with "
        "the result. A client that was away for {away} missed {missed}; {gone} of it nothing tells afterwards."
    ),
    "decision.F4.same": ("Kept, {course} of it is there in its course, for {added} more in files of {base}."),
    "decision.F4.dropped": (
        "Text of the model that was cut off and asked again is dropped already: {n} such "
        "{n:attempt|attempts} in these sessions."
    ),
    "decision.F4.shown": "One recorded command at four moments: characters on a live screen and in a replay",
    "decision.F4.open": (
        "What a replay is: a record of what could be seen, or of "
        "what came of it. Both can be had; they are not the same "
        "promise."
    ),
    "decision.F5.recorded": (
        "Of {n} {n:result whose card needs|results whose cards need} data {recorded} {recorded:has|have} it "
        "as metadata; it weighs {meta} beside messages of {text}."
    ),
    "decision.F5.parsed": (
        "Where text and metadata both exist, the text was read "
        "in {parsed} {parsed:case|cases} and gave the same in {parsed_right}. "
        "For {missing} {missing:result|results} there is nothing but text."
    ),
    "decision.F5.shown": "The same results with their metadata and without: which result card is left",
    "decision.F5.open": (
        "Which shapes may be relied on, and for how long. That a "
        "text can be read back today does not say that it will be."
    ),
    "decision.F6.answered": (
        "{approvals} {approvals:approval|approvals} and {questions} {questions:question|questions} went "
        "through a frame and its answer; the longest wait took "
        "{longest}."
    ),
    "decision.F6.prompted": (
        "Through the model, a person's message becomes a first "
        "call after {ms} and {rows} {rows:row|rows} (medians of {n} {n:turn|turns}; in "
        "the recordings that come with the workbench the model is a script, so its part of that time is not real)."
    ),
    "decision.F6.wanted": (
        "{tools} {tools:tool|tools} of the catalogue {tools:wants|want} a card with actions; they have {calls} "
        "{calls:call|calls} here."
    ),
    "decision.F6.shown": "Stopping a job from a card: two answers through the pipeline, run here, and a message",
    "decision.F6.open": (
        "Who may press what. The pipeline can ask and refuse as it does for the model; whether a click is a person's "
        "word or one more thing to approve is a matter of trust, not of numbers."
    ),
    "decision.F7.log": (
        "Of {n} {n:piece|pieces} of the workflows' process {recorded} {recorded:is a row|are rows} "
        "of the log. What is missing would add {rows} {rows:row|rows}, "
        "{added}; everything once more as a general event {all}."
    ),
    "decision.F7.frames": (
        "{said} phase {said:mark or line was|marks and lines were} said on the recorded "
        "bus. As frames all events together cost {sent} to send; "
        "a replay shows {again} of the lines."
    ),
    "decision.F7.anchor": (
        "Of {n} {n:child|children} {joined} {joined:is tied to its|are tied to their} call by inference, "
        "{missing} not at all. One row with both ids a "
        "child adds {added}; a copy of what the children did adds {copy}."
    ),
    "decision.F7.shown": "The card of each workflow, drawn from the log that an option wrote",
    "decision.F7.open": (
        "Whether a parent's log should tell what its children did, or point at them; and whether a workflow without "
        "children is worth a session of its own."
    ),
    "decision.F8.contained": (
        "Of {n} presenters that misbehave {today} are contained "
        "as they run now, and {guarded} behind a copy, a check "
        "and a limit of {limit}."
    ),
    "decision.F8.generic": (
        "Of {n} {n:call|calls} {missing} {missing:is|are} of tools without a presenter already, and drawn all the same."
    ),
    "decision.F8.client": (
        "A client that goes by the name has a generic card for {plain} of {n:this|these} {n} {n:call|calls}."
    ),
    "decision.F8.shown": "Presenters that misbehave: contained as they run today, behind a guard, taken off?",
    "decision.F8.open": (
        "How much a card may be trusted to show what its maker "
        "wants shown. A guard keeps the host alive; it does not "
        "make a view honest."
    ),
    "decision.column.tool": "tool",
    "decision.column.outcome": "outcome",
    "decision.column.calls": "calls",
    "decision.column.raw": "raw JSON",
    "decision.column.name": "by name",
    "decision.column.presenters": "by presenters",
    "decision.column.here": "card here",
    "decision.column.core": "card of the core",
    "decision.column.serves": "is a list",
    "decision.column.option": "option",
    "decision.column.rows": "rows",
    "decision.column.holds": "red line holds",
    "decision.column.moment": "after",
    "decision.column.printed": "printed",
    "decision.column.live_A": "A live",
    "decision.column.replay_A": "A replayed",
    "decision.column.live_B": "B live",
    "decision.column.replay_B": "B replayed",
    "decision.column.live_D": "D live",
    "decision.column.replay_D": "D replayed",
    "decision.column.with": "with metadata",
    "decision.column.without": "without",
    "decision.column.same": "the same",
    "decision.column.way": "way",
    "decision.column.ended": "ended",
    "decision.column.models": "rounds of the model",
    "decision.column.told": "rows written",
    "decision.column.card": "card",
    "decision.column.linked": "run tied to its call",
    "decision.column.members": "members",
    "decision.column.entered": "phases marked",
    "decision.column.lines": "lines",
    "decision.column.presenter": "presenter",
    "decision.column.today": "today",
    "decision.column.said": "what the card says",
    "decision.column.guarded": "behind a guard",
    "decision.column.stripped": "taken off",
    "decision.column.text": "what it is",
    "decision.column.cost": "what it costs",
    "decision.column.facts": "what was measured",
    "decision.option.today": "today",
    "decision.way.prompt": "a message to the model",
    "decision.way.domain, allowed-once": "the pipeline, allowed",
    "decision.way.domain, rejected": "the pipeline, refused",
    "decision.ended.ok": "stopped",
    "decision.ended.denied": "refused",
    "decision.linked.recorded": "recorded",
    "decision.linked.inferred": "inferred",
    "decision.linked.missing": "no",
}
