-- The parts from which `call_index` is built, for the sessions in `pending`.

create view pending_rows as
select r.* from rows as r join pending as p on r.session_id = p.session_id and r.seq > p.from_seq;

-- Blocks of tool-call stream records: the first sign of a call, before the message that proposes it. The start of a
-- block does not say yet which call it is.
create view pending_streamed as
select c.session_id, coalesce(c.turn, -1) as t, coalesce(c.step, -1) as s, a.turn, a.step,
    a.first_seq as attempt_seq, a.last_seq as attempt_last_seq, c.position,
    coalesce(max(c.call_id), 'call-' || coalesce(any_value(c.position), 0)) as call_id, max(c.name) as name,
    min(c.seq) filter (c.record <> 'block-start') as seq,
    arg_min(c.clock, c.seq) filter (c.record <> 'block-start') as clock, bool_or(ends_block(c.record)) as complete,
    bool_or(c.inherited) as inherited
from (select * from chunk_rows semi join pending using (session_id) where part = 'tool-call') as c
join attempts as a
    on a.session_id = c.session_id and coalesce(a.turn, -1) = coalesce(c.turn, -1)
    and coalesce(a.step, -1) = coalesce(c.step, -1) and c.seq between a.first_seq and a.last_seq
where a.retry_seq is null
group by c.session_id, a.turn, a.step, c.turn, c.step, a.first_seq, a.last_seq, c.position
having bool_or(c.record <> 'block-start');

-- The arguments of calls that no message repeats, as far as they arrived.
create view pending_arguments as
with needed as (
    select x.*
    from pending_streamed as x
    anti join (
        select session_id, coalesce(turn, -1) as t, coalesce(step, -1) as s, call_id from proposed_calls
    ) as p using (session_id, t, s, call_id)
),
parts as (
    select n.session_id, n.t, n.s, n.call_id, coalesce(n.position, -1) as position, c.seq, c.record
    from needed as n
    join chunk_rows as c
        on c.session_id = n.session_id and coalesce(c.turn, -1) = n.t and coalesce(c.step, -1) = n.s
        and c.part = 'tool-call' and coalesce(c.position, -1) = coalesce(n.position, -1)
        and c.seq between n.attempt_seq and n.attempt_last_seq
)
select p.session_id, p.t, p.s, p.call_id,
    coalesce(
        max(case when p.record = 'block-end' then r.data->>'$.chunk.block.arguments' end),
        string_agg(case r.type
            when 'tool-call-chunks' then array_to_string(json_transform(r.data, '{"args":["VARCHAR"]}').args, '')
            when 'assistant/chunk' then r.data->>'$.chunk.argumentsDelta'
            else attempted_arguments(r.data, p.position) end, '' order by p.seq)) as arguments
from parts as p
join rows as r on r.session_id = p.session_id and r.seq = p.seq and r.readable
group by p.session_id, p.t, p.s, p.call_id;

-- Calls of the model: what was streamed, proposed, started and answered under one id in one step. The rows are brought
-- together by their numbers alone; names, arguments and results are fetched for the outcome.
create view pending_roots as
with p as (
    select session_id, coalesce(turn, -1) as t, coalesce(step, -1) as s, call_id, seq as proposed_seq, position,
        row_number() over (partition by session_id, turn, step, call_id order by seq, position) as occurrence
    from proposed_calls semi join pending using (session_id)
),
c as (
    select session_id, coalesce(turn, -1) as t, coalesce(step, -1) as s, call_id, seq as call_seq,
        row_number() over (partition by session_id, turn, step, call_id order by seq) as occurrence
    from tool_calls semi join pending using (session_id)
),
r as (
    select session_id, coalesce(turn, -1) as t, coalesce(step, -1) as s, call_id, seq as result_seq,
        row_number() over (partition by session_id, turn, step, call_id order by seq) as occurrence
    from tool_results semi join pending using (session_id) where appended
),
d as (
    select session_id, t, s, call_id, seq as streamed_seq, attempt_seq, position as block,
        row_number() over (partition by session_id, t, s, call_id order by seq) as occurrence
    from pending_streamed
),
numbers as (
    select session_id, t, s, call_id, occurrence, proposed_seq, position, call_seq, result_seq, streamed_seq,
        attempt_seq, block,
        coalesce(lag(result_seq) over committed > call_seq and lag(call_seq) over committed < call_seq, false)
            as overlapped
    from p
    full join c using (session_id, t, s, call_id, occurrence)
    full join r using (session_id, t, s, call_id, occurrence)
    full join d using (session_id, t, s, call_id, occurrence)
    -- a result was held back by the one before it, if that call began earlier and ended while this one ran
    window committed as (partition by session_id, t, s, call_seq is null order by result_seq nulls last)
)
select n.session_id, n.call_id, n.occurrence, n.proposed_seq, coalesce(n.position, n.block) as position, n.call_seq,
    n.result_seq, n.streamed_seq, n.overlapped, nullif(n.t, -1) as turn, nullif(n.s, -1) as step,
    coalesce(p.inherited, c.inherited, r.inherited, d.inherited) as inherited,
    p.clock as proposed_clock, p.time as proposed_ms, c.clock as call_clock, c.time as call_ms,
    d.clock as streamed_clock, coalesce(c.name, p.name, d.name, '') as name,
    coalesce(c.arguments, p.arguments, a.arguments, '') as arguments,
    coalesce(c.arguments, p.arguments) is not null or coalesce(d.complete, false) as arguments_complete,
    r.clock as result_clock, r.time as result_ms, r.borrowed_time, r.is_error, r.error_name, r.error_code, r.has_meta,
    r.blocks, r.chars, r.text_start, r.exit_code, r.signal, r.timed_out_ms, r.spilled, r.status, r.status_detail
from numbers as n
left join proposed_calls as p
    on p.session_id = n.session_id and p.seq = n.proposed_seq and p.position = n.position
left join tool_calls as c on c.session_id = n.session_id and c.seq = n.call_seq
left join tool_results as r on r.session_id = n.session_id and r.seq = n.result_seq
left join pending_streamed as d
    on d.session_id = n.session_id and d.attempt_seq = n.attempt_seq and d.seq = n.streamed_seq
    and d.call_id = n.call_id
left join pending_arguments as a
    on a.session_id = n.session_id and a.t = n.t and a.s = n.s and a.call_id = n.call_id;

-- Calls made by programs, with their start and their settling.
create view pending_dispatches as
with starts as (
    select *, row_number() over (partition by session_id, root_call_id, call_id order by seq) as occurrence
    from dispatch_events semi join pending using (session_id) where event = 'start'
),
settles as (
    select *, row_number() over (partition by session_id, root_call_id, call_id order by seq) as occurrence
    from dispatch_events semi join pending using (session_id) where event = 'settle'
)
select session_id, root_call_id, call_id, occurrence,
    coalesce(a.parent_call_id, b.parent_call_id) as parent_call_id, coalesce(a.name, b.name) as name,
    coalesce(a.arguments, b.arguments) as arguments, coalesce(a.seq, b.seq) as first_seq,
    a.seq as call_seq, a.clock as call_clock, a.time as call_ms,
    b.seq as result_seq, b.clock as result_clock, b.time as result_ms, b.is_error, b.blocks, b.chars, b.text_start,
    b.exit_code, b.signal, b.timed_out_ms, b.spilled, b.status, b.status_detail,
    coalesce(a.turn, b.turn) as turn, coalesce(a.step, b.step) as step, coalesce(a.inherited, b.inherited) as inherited
from starts as a full join settles as b using (session_id, root_call_id, call_id, occurrence);

-- Calls while they ran; `end_seq` is NULL where they still do. Programs' calls come after the call they belong to, so
-- the innermost open call is the last that started.
create view pending_open as
select key, session_id, coalesce(turn, -1) as t, coalesce(step, -1) as s, name, call_seq,
    coalesce(result_seq, closed_seq) as end_seq
from call_index semi join pending using (session_id) where call_seq is not null;

-- Rows that are written while a call runs and belong to it, with the innermost such call.
create view pending_during as
select r.session_id, r.seq, r.type, arg_max(o.key, o.call_seq) as key
from (
    select *, coalesce(turn, -1) as t, coalesce(step, -1) as s from rows semi join pending using (session_id)
    where is_during_call(type) or type = 'todo/write'
) as r
join pending_open as o
    on o.session_id = r.session_id and o.t = r.t and o.s = r.s and r.seq > o.call_seq
    and (o.end_seq is null or r.seq < o.end_seq)
where r.type <> 'todo/write' or o.name = 'todo_write'
group by r.session_id, r.seq, r.type;

-- Messages that stand for a compacted stretch, with the start of the compaction they belong to: the one that is open
-- where they stand. `start_seq` is NULL where none is.
create view pending_checkpoints as
select m.*, case when e.event in ('start', 'summary') then e.start_seq end as start_seq
from (
    select * from message_events semi join pending using (session_id)
    where source_kind = 'compact-checkpoint'
) as m
asof left join (
    select session_id, seq, event,
        max(case when event = 'start' then seq end) over (partition by session_id order by seq) as start_seq
    from compaction_events semi join pending using (session_id)
) as e on m.session_id = e.session_id and m.seq > e.seq;

-- What hooks outside of every call decided, each with the start it belongs to: the last one of that hook before it that
-- has no result yet. `invoked_seq` is NULL where none is.
create view pending_hook_results as
with lone as (
    select h.* from (select * from hook_events semi join pending using (session_id)) as h
    anti join pending_during as d on d.session_id = h.session_id and d.seq = h.seq
),
numbered as (
    select *, row_number() over (partition by session_id, event, point, handler_id order by seq) as nth from lone
)
select r.session_id, r.seq, i.seq as invoked_seq
from (select * from numbered where event = 'result') as r
left join (select * from numbered where event = 'invoked') as i
    on i.session_id = r.session_id and i.point is not distinct from r.point
    and i.handler_id is not distinct from r.handler_id and i.nth = r.nth and i.seq < r.seq;
