"""What a progress channel would cost: labels and sentences in English."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str | tuple[str, str]]] = {
    "channel.kind.executor": "output of a command",
    "channel.kind.job": "output of a background job",
    "channel.kind.child": "a child's session",
    "channel.kind.bus": "events of the bus",
    "channel.grade.milestone": "milestones",
    "channel.grade.raw": "raw stream",
    "channel.grade.all": "both",
    "channel.today": "today",
    "channel.origin.command": "recorded command",
    "channel.origin.store": "loaded session",
    "channel.origin.recording": "recorded bus",
    "channel.times.measured": "recorded",
    "channel.times.assumed": "assumed",
    "channel.column.kind": "source",
    "channel.column.log": "log",
    "channel.column.option": "option",
    "channel.column.grade": "of",
    "channel.column.calls": "calls",
    "channel.column.items": "items",
    "channel.column.item_bytes": "said inside",
    "channel.column.rows": "rows added",
    "channel.column.row_bytes": "lines added",
    "channel.column.stored_bytes": "file grows by",
    "channel.column.base_bytes": "file today",
    "channel.column.growth": "file, × today's",
    "channel.column.frames": "frames",
    "channel.column.sent_bytes": "sent more",
    "channel.column.feed_ms": "delay, connected (median)",
    "channel.column.feed_late_ms": "delay, connected (95 %)",
    "channel.column.file_ms": "delay, file (median)",
    "channel.column.file_late_ms": "delay, file (95 %)",
    "channel.column.feed_never": "never seen, connected",
    "channel.column.file_never": "never seen, file",
    "channel.column.in_course": "replay: in its course",
    "channel.column.again": "replay: at all",
    "channel.column.off_ms": "replay is late by",
    "channel.column.missed_bytes": "reconnect: not seen live",
    "channel.column.gone_bytes": "reconnect: never told",
    "channel.column.id": "precedent",
    "channel.column.kept": "kept",
    "channel.column.sent": "sent",
    "channel.column.precedents": "already there",
    "channel.column.logs": "logs",
    "channel.column.same": "model sees the same",
    "channel.column.on_surface": "rows the model sees",
    "channel.column.faults": "faults when loaded",
    "channel.column.times": "times",
    "channel.column.origin": "from",
    "channel.column.ms": "runs for",
    "channel.column.name": "assumption",
    "channel.column.value": "value",
    "channel.column.text": "what it is",
    "channel.column.seen": "there are",
    "channel.column.logged": "in the log",
    "channel.yes": "yes",
    "channel.no": "no",
    "channel.assumed.coalesce_ms": "how long raw items are gathered before they leave the tool, in ms; 0: each at once",
    "channel.assumed.chunk_bytes": "most bytes of text in one row or frame",
    "channel.assumed.digest_ms": "how often a command tells lines and bytes so far, in ms, where something is new",
    "channel.assumed.flush_ms": "how long the writer of the log gathers rows, in ms; the harness: 200",
    "channel.assumed.compressed": "Zstandard frames as the harness writes them, or plain lines",
    "channel.assumed.poll_ms": "how often a reader looks whether the file has grown, in ms; 0: it is told",
    "channel.assumed.send_ms": "what the way from the host to a connected client takes, in ms",
    "channel.assumed.away_at": "when a client loses its connection, as a share of the call's run",
    "channel.assumed.away_ms": "for how long, in ms",
    "channel.assumed.result_chars": "how much of one stream the result keeps, its tail; the harness: 64,000",
    "channel.assumed.arrival": "when output came whose times nobody recorded: even over the run, or at its end",
    "channel.assumed.again": "whether the general event of A also tells what tools log already in rows of their own",
    "channel.scripted": (
        "In the recordings that come with the workbench the model was a script: how long commands and children ran is "
        "real, how long the model thought in between is not."
    ),
    "channel.frontier.title": "Bytes added against the delay to the screen",
    "channel.frontier.x": "size of the log, as a multiple of today's",
    "channel.frontier.feed": "delay to a connected screen, median of the raw stream",
    "channel.frontier.file": "delay to a reader of the file, median of the raw stream",
    "channel.frontier.said": (
        "Output of commands under A: {name} from {low} to {high} takes the log from {most} to {least} times today's, "
        "and the delay from {soon} to {late}."
    ),
    "channel.frontier.note": (
        "Words beside points of A are values of {name}; the other options have the same values in the same order. "
        "Circles keep all that they tell, triangles milestones alone, diamonds nothing."
    ),
    "channel.frontier.missing": "Nothing was tried.",
    "channel.again.title": "What a replay shows of what was seen",
    "channel.again.axis": "share, by bytes",
    "channel.again.milestone": "milestones, in their course",
    "channel.again.raw": "raw stream, in its course",
    "channel.again.settled": "raw stream, at all",
    "channel.again.said": (
        "Of the raw output of commands a replay shows {a} in its course under A, {b} under B; at all, with the result, "
        "{again} under B."
    ),
    "channel.again.note": (
        "A child's rows stand in its own log whatever the option; what ties them to the call is a row of the parent "
        "under C, and inference otherwise (G4). What the model's looks at a background job bring counts as in its "
        "course, however late; the table says how late."
    ),
    "channel.growth.title": "What the log grows by",
    "channel.growth.axis": "bytes of the file",
    "channel.growth.part": "added",
    "channel.growth.said": (
        "A adds {executor} for output of commands, {child} for children and {bus} for events of the bus; C adds "
        "{executor_c}, {child_c} and {bus_c}."
    ),
}
