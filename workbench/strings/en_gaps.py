"""English words of the gaps' pictures, pages and tables. The same keys and places stand in `zh_gaps`."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str | tuple[str, str]]] = {
    # what all pictures share
    "gaps.nothing": "Nothing to draw: the loaded sessions have 0 {instances}.",
    "gaps.others": "{n} {n:other|others}",
    "gaps.of": "{part} of {whole}",
    "gaps.first": "The {shown} longest of {n}.",
    "gaps.minutes": "{minutes} m {seconds} s",
    "gaps.hours": "{hours} h {minutes} m",
    "gaps.line": "{title}: {number}",
    "gaps.recorded": "recorded as a field",
    "gaps.joined": "joined by inference",
    "gaps.missing": "neither",
    "gaps.calls": "calls",
    "gaps.results": "results",
    "gaps.scripted": (
        "All sessions here come with the workbench: real tools and real times between call and result, but a scripted "
        "model. How fast it writes, and how long it thinks, is the script's."
    ),
    "gaps.scripted_some": (
        "{some} of {all} sessions here {some:comes|come} with the workbench: real tools and real times "
        "between call and result, but "
        "a scripted model. How fast it writes, and how long it thinks, is the script's."
    ),
    # G1
    "gaps.g1.title": "Running time of each tool, and how much of it is blank",
    "gaps.g1.nothing": "Nothing to draw: while calls ran, no stretch of {seconds} s or longer was without an event.",
    "gaps.g1.blank": "no event of any kind",
    "gaps.g1.told": "the rest of the running time",
    "gaps.g1.axis": "time inside calls",
    "gaps.g1.said": (
        "For {blank} of {working} working time ({share}) a call ran and no event came for {seconds} s or longer."
    ),
    # G2
    "gaps.g2.title": "What a command's card can show before the command is over",
    "gaps.g2.nothing": "Nothing to draw: no command in the foreground ran for {seconds} s, and no job was started.",
    "gaps.g2.said": (
        "Commands ran for {silent} with nothing to show; the largest output came at once, {chars} "
        "{chars:character|characters}. {polls} {polls:call|calls} asked for {jobs} background {jobs:job|jobs}."
    ),
    "gaps.g2.commands": "Commands in the foreground",
    "gaps.g2.jobs": "Background jobs",
    "gaps.g2.silent": "running, nothing to show",
    "gaps.g2.axis": "time from call to result",
    "gaps.g2.then": ("{time}, then {n} character at once", "{time}, then {n} characters at once"),
    "gaps.g2.job": "job {n} of {place}",
    "gaps.g2.reads": "reads of its output",
    "gaps.g2.lists": "lists that name it",
    "gaps.g2.notices": "notices",
    "gaps.g2.cards": "places in the log that say something of it",
    # G3
    "gaps.g3.title": "Which pieces of a workflow's process the log has",
    "gaps.g3.said": (
        "{runs} {runs:run|runs}, {silent} of them without any event; {lines} of {scripts} {scripts:script that writes|"
        "scripts that write} lines {lines:has|have} a line in the log."
    ),
    "gaps.g3.axis": "runs",
    "gaps.g3.start": "start of the run",
    "gaps.g3.end": "end of the run",
    "gaps.g3.call": "the call it belongs to",
    "gaps.g3.phase": "phases",
    "gaps.g3.log": "lines of the script",
    "gaps.g3.agent-start": "starts of members",
    "gaps.g3.agent-end": "ends of members",
    # G4
    "gaps.g4.title": "How a call's child is found, and how far that can be trusted",
    "gaps.g4.said": (
        "{n} {n:child|children}: {recorded} named in a field, {joined} joined by inference, {missing} not found."
    ),
    "gaps.g4.axis": "children",
    "gaps.g4.here": "In the loaded sessions",
    "gaps.g4.truth": "Where the truth is known: made sessions, the links given against the links there are",
    "gaps.g4.share": "share of links",
    "gaps.g4.precision": "precision: right among the links given",
    "gaps.g4.recall": "recall: found among all there are",
    "gaps.g4.note": (
        "The made sessions hold children of one kind each. Where no link is given there is no precision to tell, only "
        "a "
        "recall of 0."
    ),
    "gaps.g4.row": "{store}: {way}",
    "gaps.g4.recorded": "a field of the log",
    "gaps.g4.catalog": "the parent's list of children",
    "gaps.g4.text_id": "the id in the result's text",
    "gaps.g4.label_prompt_time": "label, first message and time",
    "gaps.g4.lineage": "lineage and time alone",
    "gaps.g4.ambiguous": "ambiguous",
    "gaps.g4.none": "not found",
    "gaps.g4.way.field": "field",
    "gaps.g4.way.text-id": "id in a text",
    "gaps.g4.way.label-prompt-time": "label, message, time",
    "gaps.g4.way.none": "no link given",
    "gaps.g4.store.parallel": "in parallel",
    "gaps.g4.store.twins": "equal tasks",
    "gaps.g4.store.nested": "nested",
    "gaps.g4.store.field": "equal tasks, half with a field",
    "gaps.g4.store.background": "in the background",
    "gaps.g4.store.named-twins": "equal tasks in the background",
    # G5
    "gaps.g5.title": "What results bring: data, or text alone",
    "gaps.g5.said": (
        "Of {n} {n:result|results} {recorded} {recorded:carries|carry} metadata, {text} {text:is|are} text alone. "
        "Where both are there, {right} of {parsed} {parsed:text|texts} {right:was|were} read back to the same data."
    ),
    "gaps.g5.recorded": "metadata beside the text",
    "gaps.g5.joined": "the text is JSON",
    "gaps.g5.missing": "text alone",
    # G6
    "gaps.g6.title": "How much of the arguments' text can be seen while it arrives",
    "gaps.g6.said": (
        "A tolerant reader shows {share} of the text on average before the last piece. At most it was {gained} early; "
        "the longest time without readable arguments was {unreadable}."
    ),
    "gaps.g6.tolerant": "what has arrived is read",
    "gaps.g6.strict": "JSON whole or not at all",
    "gaps.g6.x": "share of the pieces that have arrived",
    "gaps.g6.y": "share of the text that can be seen, mean over calls",
    # G7
    "gaps.g7.title": "Calls with more than a generic card, by who computes it",
    "gaps.g7.said": (
        "Of {calls} {calls:call|calls}, {names} get a rich card by the tool's name and {presenters} by its "
        "presenters; both agree "
        "on {same}. Views in the log: {stored}."
    ),
    "gaps.g7.axis": "share of the settled calls",
    "gaps.g7.rich": "with a rich card",
    "gaps.g7.raw": "raw JSON",
    "gaps.g7.by_name": "the tool's name",
    "gaps.g7.by_presenters": "the tool's presenters",
    "gaps.g7.in_workbench": "this workbench",
    "gaps.g7.note": "A name promises one kind of card for all calls of a tool, also where the call is of another kind.",
    # G8
    "gaps.g8.title": "Calls inside programs: what a reader misses who passes their events over",
    "gaps.g8.said": (
        "Of {n} inner {n:call|calls} {recorded} {recorded:has|have} a start and an end with all content. Without them "
        "{share} of all calls and {chars} {chars:character|characters} of results would be missed."
    ),
    "gaps.g8.inside": "inside a program",
    "gaps.g8.issued": "issued by the model",
    # G9
    "gaps.g9.title": "Calls that waited for a person: time that looks like running",
    "gaps.g9.said": (
        "{share} of the running time of these calls was waiting: {approvals} {approvals:approval|approvals}, "
        "{questions} {questions:question or plan|questions or plans}."
    ),
    "gaps.g9.axis": "time from call to result",
    "gaps.g9.wait": "waiting for a person",
    "gaps.g9.run": "running",
    "gaps.g9.approval_recorded": "approval, its event names the call",
    "gaps.g9.approval_joined": "approval, the call is inferred",
    "gaps.g9.approval_missing": "approval, the call is not known",
    "gaps.g9.question_recorded": "question, an event names the call",
    "gaps.g9.question_joined": "question, no event: known by the tool's name",
    "gaps.g9.question_missing": "question, nothing tells",
    # G10
    "gaps.g10.title": "What became of pictures, sound and files",
    "gaps.g10.said": (
        "Of {n} {n:piece|pieces} {kept} {kept:was|were} kept, {replaced} became a sentence. The bytes of {disk} lie "
        "beside the logs."
    ),
    "gaps.g10.axis": "pieces",
    "gaps.g10.image": "picture",
    "gaps.g10.audio": "sound",
    "gaps.g10.resource": "resource",
    "gaps.g10.input": "messages of a person",
    "gaps.g10.kept": "kept, or a reference to it",
    "gaps.g10.replaced": "replaced by a sentence",
    # G11
    "gaps.g11.title": "What is left to show of calls whose tools say nothing",
    "gaps.g11.said": (
        "{n} {n:call|calls}, {share} of all; {recorded} {recorded:is of a tool that declares|are of tools that declare}"
        " a presenter. {own} {own:gets|get} a card of the workbench's own."
    ),
    "gaps.g11.presenter": "the tool's presenter",
    "gaps.g11.own": "a card of the workbench's own",
    "gaps.g11.text": "generic, with a text to show",
    "gaps.g11.bare": "generic, little more than its name",
    # coverage
    "gaps.matrix.title": "Tools, their cards, and the gaps in between",
    "gaps.matrix.said": (
        "{called} {called:tool was|tools were} called here. Of the {tools} that the harness has, {best} are "
        "shown by the best kind of "
        "card "
        "for them today; what a gap keeps out of that card is missing all the same."
    ),
    "gaps.matrix.first": "The {n} {n:tool that was|tools that were} called here, or that the survey listed.",
    "gaps.matrix.page": "Page {n} of {all}, the cheapest tier first.",
    "gaps.matrix.signs": (
        "A box: the catalogue declares the gap for the tool; the sign in it: what these sessions show. Shown today: "
        "solid where it is the best kind of card. Needs: 1× call and result are enough, ↻ news while it runs, ⇄ a way "
        "back to the host. Tier: 1 drawing alone, 2 a small addition, 3 a new channel."
    ),
    "gaps.matrix.tool": "tool",
    "gaps.matrix.ideal": "ideal card",
    "gaps.matrix.shown": "shown today",
    "gaps.matrix.need": "needs",
    "gaps.matrix.tier": "tier",
    "gaps.matrix.unseen": "declared, not seen here",
    "gaps.levers.title": "What could be built or decided, and whom it would help",
    "gaps.levers.said": (
        "One list card would serve {list} of the {survey} tools that the survey listed, {now} of {tools} today. Data "
        "beside the text would serve {data} of the survey's; diff and terminal together serve {rich}."
    ),
    "gaps.levers.tools": "tools",
    "gaps.levers.calls": "calls in these sessions",
    "gaps.levers.by_tools": "By the tools that it would help",
    "gaps.levers.by_calls": "By the calls of these tools in the loaded sessions",
    "gaps.levers.gap": "close a gap",
    "gaps.levers.fork": "decide a fork",
    "gaps.levers.card": "draw a kind of card",
    "gaps.levers.card_of": "card: {card}",
    # tables
    "gaps.column.gap": "gap",
    "gaps.column.verdict": "verdict",
    "gaps.column.key": "the number that says most",
    "gaps.column.rows": "the rows behind it",
    "gaps.rows": "The rows behind these numbers:",
    # the page
    "gaps.facts": (
        "{n} {n:session|sessions} · {events} {events:event|events} · {calls} {calls:call|calls}, {dispatches} in "
        "programs · {tools} {tools:tool|tools} · log {generations}"
    ),
    "gaps.page.title": "What keeps a call from being shown well",
    "gaps.page.lead": (
        "Eleven gaps that a survey of tool cards found by reading code, measured here on recorded sessions. Each "
        "verdict is computed from three numbers: how many instances there are, how many have what their card needs as "
        "a field of the log, and how many can be joined by inference without ambiguity."
    ),
    "gaps.page.present": "Present (p)",
    "gaps.page.contents": "Contents",
    "gaps.page.leave": "Leave (Esc)",
    "gaps.page.help": "p presents · arrow keys move · c contents · Esc leaves",
    "gaps.page.back": "‹",
    "gaps.page.next": "›",
    "gaps.page.claim": "Claim of {date}",
    "gaps.page.verdict": "Verdict",
    "gaps.page.needs": "What a card needs",
    "gaps.page.closes": "What would close it",
    "gaps.page.since": "Since then",
    "survey.title": "What the survey saw beside the gaps",
    "survey.wire": "The life of a call",
    "survey.wire_said": "what each step leaves, on which way, and where the gaps open",
    "survey.gaps": "gaps that open here",
    "survey.silent": "{step}: no event of the log tells how far a call has come, whatever its tool.",
    "survey.during": "◦ tells of a running call, and only of one tool, or of a decision of policy.",
    "survey.inventory": "Observations on the inventory of tools",
    "survey.vocabulary": "Three properties of the vocabulary of views",
    "survey.bridge": "Rules of the bridge to editors",
    "survey.visibility": "Where data of the execution exists, and who can see it",
    "survey.options": "Options for a progress channel, the red line, and what there is already",
    "survey.coupling": "Who computes cards, and what may happen inside a call",
    "survey.structure": "What the ideal cards have in common",
    "survey.references": "Documents that the survey names",
    "survey.mode": "what runs",
    "survey.exists": "where its data exists",
    "survey.seen_by": "who can see it",
    "survey.reaches": "what reaches the log",
    "survey.what": "what it is",
    "survey.kept": "kept in the log",
    "survey.sent": "sent to clients",
    "survey.costs": "what it costs",
    "survey.stands_there": "what stands there",
    "survey.precedents_options": "precedents and options",
    "survey.tier": "tier",
    "survey.tools": "tools",
    "survey.held": "at hand",
    "gaps.page.numbers": "The numbers in words",
    "gaps.page.measures": "All numbers",
    "gaps.page.rows": ("The first {n} of {all} row behind it", "The first {n} of {all} rows behind it"),
    "gaps.page.coverage": "Coverage",
    "gaps.page.all_tools": "All tools",
    "gaps.page.levers": "Levers",
    "gaps.page.how": "How the verdicts are given",
    "gaps.page.kept_out": (
        "This page holds numbers, pictures, names of tools, sequence numbers and keys of calls. No text of a call, "
        "of a "
        "result or of a message is in it."
    ),
    "gaps.column.session": "session",
    "gaps.column.tool": "tool",
    "gaps.column.has": "has",
    "gaps.column.call": "call",
    "gaps.column.rule": "rule",
    # made stores
    "gaps.turn.none": "none has it as a field",
    "gaps.turn.half": "half have it as a field",
    "gaps.turn.all": "all have it as a field",
    "gaps.turn.joined": "no field, but only one candidate each",
    "gaps.turn.strict": "a reader of whole JSON",
    "gaps.turn.tolerant": "a reader of what has arrived",
    "gaps.turn.log": "nothing but the log",
    "gaps.turn.raw": "drawn from raw JSON",
    "gaps.turn.names": "drawn by the tool's name",
    "gaps.turn.presenters": "drawn by the tool's presenters",
    "gaps.turn.no_presenter": "no tool declares a presenter",
    "gaps.turn.one_presenter": "one of two tools declares a presenter",
    "gaps.turn.presenter": "both tools declare a presenter",
    "gaps.turn.title": "Would the verdict turn? Made sessions that differ in one thing",
    "gaps.column.made": "made sessions",
    # chapters of the page
    "gaps.chapter.channel": "What a progress channel would cost",
    "gaps.chapter.channel_said": "options A to D, tried by writing the logs each would give",
    "gaps.chapter.decisions": "Open decisions",
    "gaps.chapter.decisions_said": "F1 to F8: options, costs, and what was measured for each",
    "gaps.chapter.option": "option",
    "gaps.chapter.cost": "what it costs",
    "gaps.chapter.measured": "measured",
}
