-- What calls are built from, for the sessions in `pending`: blocks of tool-call stream records, the first sign of a call,
-- before the message that proposes it. The start of a block does not say yet which call it is.
create or replace temp table pending_streamed (
    session_id varchar, t bigint, s bigint, attempt_seq bigint, attempt_last_seq bigint, position bigint,
    call_id varchar, name varchar, seq bigint, clock bigint, complete boolean, inherited boolean
);

-- if: select 1 from chunk_rows semi join pending using (session_id) where part = 'tool-call' limit 1
insert into pending_streamed
select c.session_id, a.t, a.s, a.first_seq, any_value(a.last_seq), c.position,
    coalesce(max(c.call_id), 'call-' || coalesce(c.position, 0)), max(c.name),
    min(c.seq) filter (c.record <> 'block-start'), arg_min(c.clock, c.seq) filter (c.record <> 'block-start'),
    bool_or(ends_block(c.record)), bool_or(c.inherited)
from (
    select *, coalesce(turn, -1) as t, coalesce(step, -1) as s from chunk_rows semi join pending using (session_id)
    where part = 'tool-call'
) as c
join (
    select *, coalesce(turn, -1) as t, coalesce(step, -1) as s from attempts semi join pending using (session_id)
    where retry_seq is null
) as a
    on a.session_id = c.session_id and a.t = c.t and a.s = c.s and c.seq between a.first_seq and a.last_seq
group by c.session_id, a.t, a.s, a.first_seq, c.position
having bool_or(c.record <> 'block-start');

-- The arguments of calls that no message repeats, as far as they arrived.
create or replace temp table pending_arguments (
    session_id varchar, t bigint, s bigint, call_id varchar, position bigint, arguments varchar
);

-- if: select 1 from pending_streamed as x anti join proposed_calls as p on p.session_id = x.session_id and coalesce(p.turn, -1) = x.t and coalesce(p.step, -1) = x.s and p.call_id = x.call_id limit 1
insert into pending_arguments
with needed as (
    select x.*
    from pending_streamed as x
    anti join proposed_calls as p
        on p.session_id = x.session_id and coalesce(p.turn, -1) = x.t and coalesce(p.step, -1) = x.s
        and p.call_id = x.call_id
),
parts as (
    select n.session_id, n.t, n.s, n.call_id, coalesce(n.position, -1) as position, c.seq, c.record
    from needed as n
    join chunk_rows as c
        on c.session_id = n.session_id and coalesce(c.turn, -1) = n.t and coalesce(c.step, -1) = n.s
        and c.part = 'tool-call' and coalesce(c.position, -1) = coalesce(n.position, -1)
        and c.seq between n.attempt_seq and n.attempt_last_seq
)
select p.session_id, p.t, p.s, p.call_id, p.position,
    coalesce(
        max(case when p.record = 'block-end' then r.data->>'$.chunk.block.arguments' end),
        string_agg(case r.type
            when 'tool-call-chunks' then array_to_string(json_transform(r.data, '{"args":["VARCHAR"]}').args, '')
            when 'assistant/chunk' then r.data->>'$.chunk.argumentsDelta'
            else attempted_arguments(r.data, p.position) end, '' order by p.seq))
from parts as p
join rows as r on r.session_id = p.session_id and r.seq = p.seq and r.readable
group by p.session_id, p.t, p.s, p.call_id, p.position;

-- Calls of the model: what was streamed, proposed, started and answered under one id in one step. They are brought
-- together by their numbers alone; names, arguments and results are fetched for the outcome. Hardly ever does an id come
-- back in a step, and only then its occurrences are numbered.
create or replace temp table pending_calls as
with marks as (
    select session_id, coalesce(turn, -1) as t, coalesce(step, -1) as s, call_id, 1 as kind, seq,
        seq as proposed_seq, position, null::bigint as call_seq, null::bigint as result_seq,
        null::bigint as streamed_seq, null::bigint as attempt_seq, null::bigint as block
    from proposed_calls semi join pending using (session_id)
    union all
    select session_id, coalesce(turn, -1), coalesce(step, -1), call_id, 2, seq, null, null, seq, null, null, null, null
    from tool_calls semi join pending using (session_id)
    union all
    select session_id, coalesce(turn, -1), coalesce(step, -1), call_id, 3, seq, null, null, null, seq, null, null, null
    from tool_results semi join pending using (session_id) where appended
    union all
    select session_id, t, s, call_id, 4, seq, null, null, null, null, seq, attempt_seq, position
    from pending_streamed
),
together as (
    select session_id, t, s, call_id, max(proposed_seq) as proposed_seq, max(position) as position,
        max(call_seq) as call_seq, max(result_seq) as result_seq, max(streamed_seq) as streamed_seq,
        max(attempt_seq) as attempt_seq, max(block) as block,
        greatest(count(proposed_seq), count(call_seq), count(result_seq), count(streamed_seq)) > 1 as is_repeated
    from marks group by session_id, t, s, call_id
),
occurring as (
    select *, row_number() over (partition by kind, session_id, t, s, call_id order by seq, position, block)
        as occurrence
    from marks semi join (from together where is_repeated) using (session_id, t, s, call_id)
),
numbered as (
    select * exclude (is_repeated), 1 as occurrence from together where not is_repeated
    union all by name
    select session_id, t, s, call_id, occurrence, max(proposed_seq) as proposed_seq, max(position) as position,
        max(call_seq) as call_seq, max(result_seq) as result_seq, max(streamed_seq) as streamed_seq,
        max(attempt_seq) as attempt_seq, max(block) as block
    from occurring group by session_id, t, s, call_id, occurrence
),
numbers as (
    select *, coalesce(call_seq, proposed_seq, streamed_seq) as seq,
        coalesce(lag(result_seq) over committed > call_seq and lag(call_seq) over committed < call_seq, false)
            as overlapped
    from numbered
    -- a result was held back by the one before it, if that call began earlier and ended while this one ran
    window committed as (partition by session_id, t, s, call_seq is null order by result_seq nulls last)
),
closed as (
    select n.*, e.seq as closed_seq, e.clock as closed_clock
    from numbers as n
    asof left join (select session_id, seq, clock from turn_events semi join pending using (session_id)) as e
        on n.session_id = e.session_id and n.seq < e.seq
)
select key_of(n.session_id, nullif(n.t, -1), nullif(n.s, -1), n.call_id, n.occurrence) as key, n.session_id,
    false as is_dispatch, coalesce(p.inherited, c.inherited, r.inherited, d.inherited) as inherited,
    nullif(n.t, -1) as turn, nullif(n.s, -1) as step, n.call_id, n.occurrence,
    coalesce(c.name, p.name, d.name, '') as name, coalesce(c.arguments, p.arguments, a.arguments, '') as arguments,
    coalesce(c.arguments, p.arguments) is not null or coalesce(d.complete, false) as arguments_complete,
    coalesce(n.position, d.position) as position,
    null::varchar as root_call_id, null::varchar as parent_call_id, null::varchar as root_key,
    n.streamed_seq, d.clock as streamed_clock, n.proposed_seq, p.clock as proposed_clock, p.time as proposed_ms,
    n.call_seq, c.clock as call_clock, c.time as call_ms, n.result_seq, r.clock as result_clock,
    r.time as result_ms, r.borrowed_time, r.is_error, r.error_name, r.error_code, r.has_meta, r.blocks, r.chars,
    r.text_start, r.exit_code, r.signal, r.timed_out_ms, r.spilled, r.status, r.status_detail, n.overlapped,
    n.closed_seq as end_seq, n.closed_clock as end_clock, n.block
from closed as n
left join proposed_calls as p
    on p.session_id = n.session_id and p.seq = n.proposed_seq and p.position = n.position
left join tool_calls as c on c.session_id = n.session_id and c.seq = n.call_seq
left join tool_results as r on r.session_id = n.session_id and r.seq = n.result_seq
left join pending_streamed as d
    on d.session_id = n.session_id and d.attempt_seq = n.attempt_seq and d.seq = n.streamed_seq
    and d.call_id = n.call_id and d.position is not distinct from n.block
left join pending_arguments as a
    on a.session_id = n.session_id and a.t = n.t and a.s = n.s and a.call_id = n.call_id
    and a.position = coalesce(n.block, -1);

-- Calls made by programs, with their start and their settling, and the model's call they belong to: the last one with
-- that id before them.
-- needs: tool/(code|ptc)-dispatch(-start)?
insert into pending_calls by name
with starts as (
    select *, row_number() over (partition by session_id, root_call_id, call_id order by seq) as occurrence
    from dispatch_events semi join pending using (session_id) where event = 'start'
),
settles as (
    select *, row_number() over (partition by session_id, root_call_id, call_id order by seq) as occurrence
    from dispatch_events semi join pending using (session_id) where event = 'settle'
),
dispatches as (
    select session_id, root_call_id, call_id, occurrence, coalesce(a.parent_call_id, b.parent_call_id)
        as parent_call_id, coalesce(a.name, b.name) as name, coalesce(a.arguments, b.arguments) as arguments,
        coalesce(a.seq, b.seq) as first_seq, a.seq as call_seq, a.clock as call_clock, a.time as call_ms,
        b.seq as result_seq, b.clock as result_clock, b.time as result_ms, b.is_error, b.blocks, b.chars,
        b.text_start, b.exit_code, b.signal, b.timed_out_ms, b.spilled, b.status, b.status_detail,
        coalesce(a.turn, b.turn) as turn, coalesce(a.step, b.step) as step,
        coalesce(a.inherited, b.inherited) as inherited
    from starts as a full join settles as b using (session_id, root_call_id, call_id, occurrence)
),
owned as (
    select d.* exclude (turn, step), coalesce(r.turn, d.turn) as turn, coalesce(r.step, d.step) as step,
        r.key as root_key, r.result_seq as root_result_seq, r.result_clock as root_result_clock
    from dispatches as d
    asof left join (from pending_calls where call_seq is not null) as r
        on d.session_id = r.session_id and d.root_call_id = r.call_id and d.first_seq > r.call_seq
),
closed as (
    select o.*, e.seq as closed_seq, e.clock as closed_clock
    from owned as o
    asof left join (select session_id, seq, clock from turn_events semi join pending using (session_id)) as e
        on o.session_id = e.session_id and o.call_seq < e.seq
)
select key_of(session_id, turn, step, call_id, occurrence) as key, session_id, true as is_dispatch, inherited, turn,
    step, call_id, occurrence, name, arguments, true as arguments_complete, root_call_id, parent_call_id, root_key,
    call_seq, call_clock, call_ms, result_seq, result_clock, result_ms, false as borrowed_time, is_error,
    false as has_meta, blocks, chars, text_start, exit_code, signal, timed_out_ms, spilled, status, status_detail,
    false as overlapped,
    case when closed_seq is null or root_result_seq < closed_seq then root_result_seq else closed_seq end as end_seq,
    case when closed_seq is null or root_result_seq < closed_seq then root_result_clock else closed_clock end
        as end_clock
from closed;

-- What became of the requests to let a call run: they are about the last call with their id before them.
create or replace temp table pending_approved (
    session_id varchar, call_seq bigint, approvals bigint, approval varchar, wait_ms bigint
);

-- needs: approval/asked
insert into pending_approved
with asked as (
    select a.approval_id, a.session_id, a.seq, a.time, e.call_seq
    from (
        select * from approval_events semi join pending using (session_id)
        where event = 'asked' and call_id is not null
    ) as a
    asof join (select session_id, call_id, call_seq from pending_calls where call_seq is not null) as e
        on a.session_id = e.session_id and a.call_id = e.call_id and a.seq > e.call_seq
),
decided as (
    select session_id, approval_id, seq, time, outcome
    from approval_events semi join pending using (session_id) where event = 'decided'
)
select a.session_id, a.call_seq, count(*), arg_max(coalesce(d.outcome, 'asked'), a.seq),
    case when count(d.seq) > 0 then sum(d.time - a.time) end::bigint
from asked as a
asof left join decided as d
    on a.session_id = d.session_id and a.approval_id = d.approval_id and d.seq > a.seq
group by a.session_id, a.call_seq;
