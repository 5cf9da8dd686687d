-- Everything big is `rows`: one entry a stored line. All times are milliseconds since 1970.

create table source_files (
    source          integer not null,
    session_id      varchar not null,
    header_id       varchar not null,
    path            varchar not null,
    generation      integer not null,
    encoding        varchar not null,
    bytes           bigint not null,
    mtime_ns        bigint,
    rows            bigint not null,
    events          bigint not null,
    decoded_bytes   bigint not null,
    torn_bytes      bigint not null,
    state           varchar not null,
    open_turn       boolean not null,
    created_ms      bigint not null,
    cwd             varchar,
    parent_session  varchar,
    origin          varchar,
    depth           integer not null,
    preset          varchar,
    header          varchar
);

-- Files that hold the same log as a source: they are not read into `rows` again.
create table duplicate_files (
    source integer, session_id varchar, header_id varchar, path varchar, generation integer, encoding varchar,
    bytes bigint, mtime_ns bigint
);

create table rows (
    source       integer not null,
    session_id   varchar not null,
    seq          bigint not null,
    n            bigint not null,
    type         varchar not null,
    time         bigint,
    clock        bigint,
    turn         bigint,
    step         bigint,
    inherited    boolean not null,
    known        boolean not null,
    repaired     boolean not null,
    readable     boolean not null,
    data         varchar not null,
    surface_op   varchar,
    source_seqs  varchar,
    ignorable    boolean,
    extra        varchar,
    line         bigint not null,
    "offset"     bigint not null,
    length       bigint not null
);

create table damage_rows (
    source      integer,
    session_id  varchar,
    line        bigint,
    "offset"    bigint,
    code        varchar not null,
    severity    varchar not null,
    message     varchar not null,
    raw         blob
);

-- Facts: one event, at most one entry of a narrow table. `turn` and `step` are the row's.

create table tool_calls (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    call_id varchar, name varchar, arguments varchar
);

-- One entry a tool-call block of an assistant/message; `position` counts the blocks of the message from 0.
create table proposed_calls (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    position bigint, call_id varchar, name varchar, arguments varchar
);

-- `text_start` and `text_end` are the ends of the one text block, NULL where there is no block or more than one.
create table tool_results (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    call_id varchar, appended boolean, message_id varchar, borrowed_time boolean,
    is_error boolean, error_name varchar, error_code varchar, has_meta boolean,
    blocks bigint, chars bigint, text_start varchar,
    exit_code bigint, signal varchar, timed_out_ms bigint, spilled boolean,
    status varchar, status_detail varchar
);

create table dispatch_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    event varchar, root_call_id varchar, parent_call_id varchar, call_id varchar, name varchar, arguments varchar,
    is_error boolean, blocks bigint, chars bigint, text_start varchar,
    exit_code bigint, signal varchar, timed_out_ms bigint, spilled boolean,
    status varchar, status_detail varchar
);

create table approval_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    event varchar, approval_id varchar, tool varchar, call_id varchar, reason varchar, outcome varchar
);

create table usage_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    provider varchar, model varchar, input_tokens bigint, output_tokens bigint, cache_read_tokens bigint,
    cache_write_tokens bigint, reasoning_tokens bigint, total_tokens bigint
);

create table message_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    role varchar, message_id varchar, appended boolean, source_kind varchar, source_name varchar, form varchar,
    sender_session_id varchar, interrupted boolean, blocks bigint, text_chars bigint, reasoning_chars bigint,
    tool_calls bigint, media bigint, text_start varchar
);

-- turn/start, turn/end, step/start, step/end, session/end-seed.
create table turn_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    event varchar, reason varchar, detail varchar
);

create table retry_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    event varchar, retry_id varchar, retry bigint, max_retries bigint, delay_ms bigint, provider varchar, mode varchar,
    failure_code varchar, failure_message varchar, failure_status bigint
);

create table workflow_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    event varchar, run_id varchar, name varchar, member bigint, label varchar, phase varchar, child_id varchar,
    outcome varchar
);

create table todo_writes (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    todos varchar, items bigint, pending bigint, in_progress bigint, completed bigint
);

create table compaction_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    event varchar, compaction_id varchar, error varchar, shadowed_tokens bigint, shadowed_events bigint,
    model varchar, input_tokens bigint, output_tokens bigint
);

create table hook_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    event varchar, point varchar, dialect varchar, handler_id varchar, matcher varchar, decision varchar,
    exit_code bigint, duration_ms double, stderr varchar
);

-- session/title, request/context, subagent/descriptor, subagent/catalog, team/member: what a session says about itself
-- and its children. Of a member of a team, `mode` is the phase and `label` the name.
create table session_events (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    event varchar, title varchar, provider varchar, model varchar, mode varchar, label varchar, child_id varchar,
    child_created_ms bigint
);

-- One entry a stored row of stream records, packed or not; `part` is text, reasoning, tool-call or other, `position`
-- the index of the block. Generations 2 to 4 have none: their records stand inside the message.
create table chunk_rows (
    session_id varchar, seq bigint, n bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    record varchar, part varchar, position bigint, call_id varchar, name varchar, ends_attempt boolean
);

-- What is derived from the facts of one session; filled by the files in this folder once a session is loaded.

create table attempts (
    session_id varchar, turn bigint, step bigint, attempt bigint, first_seq bigint, last_seq bigint,
    message_seq bigint, retry_seq bigint, closed_seq bigint
);

-- `place_seq` is the row that gives a call its place among all rows: the model's message that asks for it, else the
-- first row that tells of it; a call that is only arriving stands at its first record. Calls of one row follow each
-- other by `position`, their place in the message; `block` is the one of the stream that became it.
create table call_index (
    key varchar, session_id varchar, is_dispatch boolean, inherited boolean, turn bigint, step bigint, call_id varchar,
    occurrence bigint, place_seq bigint, position bigint, name varchar, arguments varchar, arguments_complete boolean,
    root_call_id varchar, parent_call_id varchar, root_key varchar, parent_key varchar, depth bigint,
    streamed_seq bigint, streamed_clock bigint, proposed_seq bigint, proposed_clock bigint, proposed_ms bigint,
    call_seq bigint, call_clock bigint, started_ms bigint,
    result_seq bigint, result_clock bigint, result_ms bigint, borrowed_time boolean,
    closed_seq bigint, closed_clock bigint,
    is_error boolean, error_name varchar, error_code varchar, has_meta boolean, blocks bigint, result_chars bigint,
    text_start varchar, exit_code bigint, signal varchar, timed_out boolean, timed_out_ms bigint, exit_source varchar,
    spilled boolean, status varchar, status_detail varchar, background boolean, overlapped boolean,
    approval varchar, approval_wait_ms bigint, approvals bigint, state varchar, outcome varchar, block bigint
);

-- One entry a request for approval; `key` is NULL where the request names no call that the log has. `over_seq` is the
-- end of its call, or of its turn where it names none: from then on nobody waits for a decision.
create table approval_index (
    session_id varchar, approval_id varchar, key varchar, call_id varchar, tool varchar, reason varchar,
    inherited boolean, turn bigint, step bigint, asked_seq bigint, asked_clock bigint, asked_ms bigint,
    decided_seq bigint, decided_clock bigint, decided_ms bigint, outcome varchar, over_seq bigint, over_clock bigint
);

-- What calls and notices say about background jobs: `event` is started, read, killed, listed or notice; `key` is the
-- call that says it. A new process counts its jobs anew: `nth` tells jobs of one id apart, by their starts.
create table job_events (
    session_id varchar, job_id varchar, seq bigint, clock bigint, event varchar, key varchar, status varchar,
    detail varchar, kind varchar, label varchar, inherited boolean, nth bigint
);

create table run_index (
    session_id varchar, run_id varchar, key varchar, name varchar, inherited boolean, start_seq bigint,
    start_clock bigint, start_ms bigint, end_seq bigint, end_clock bigint, end_ms bigint, state varchar
);

create table agent_index (
    session_id varchar, run_id varchar, member bigint, key varchar, label varchar, phase varchar, child_id varchar,
    inherited boolean, start_seq bigint, start_clock bigint, start_ms bigint, end_seq bigint, end_clock bigint,
    end_ms bigint, outcome varchar, state varchar
);

-- Every event that ever stood in what the model sees. `place` orders the list, `until_seq` is the event that took its
-- place, `shadowed` are those whose place it took itself.
create table surface_nodes (
    session_id varchar, seq bigint, type varchar, place bigint, until_seq bigint, shadowed bigint[], fault varchar
);

-- Links between logs; computed anew whenever logs are added, since a child may come before or after its parent.
create table call_links (
    key varchar, session_id varchar, child_session_id varchar, link_source varchar, child_ended_ms bigint,
    candidates varchar[]
);

create table inferred_children (session_id varchar, call_key varchar, child_session_id varchar, is_team boolean);

create table transitions (
    session_id varchar, kind varchar, key varchar, seq bigint, clock bigint, state varchar, outcome varchar, n bigint,
    until_seq bigint, until_clock bigint, inherited boolean
);

create table card_rows (card_key varchar, session_id varchar, seq bigint, role varchar);

create table unrendered (session_id varchar, seq bigint, reason varchar);

create table timeline_index (
    session_id varchar, key varchar, kind varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint,
    position bigint, call_key varchar, inherited boolean, type varchar, last_seq bigint, interrupted boolean
);

-- Sessions with rows that facts and derived tables have not seen yet: those with `seq` above `from_seq`.
create table pending (session_id varchar, from_seq bigint);
