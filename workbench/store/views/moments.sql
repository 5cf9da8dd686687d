-- Calls whose arguments are arriving at a clock in the row after it: from generation 2 on the records of an answer have
-- times of their own, but no numbers, and are no changes. A call is there with the first record that is more than the
-- start of its block.
create macro calls_arriving(of_session, at_clock) as table
with next_row as (
    select session_id, turn, step, inherited, data, coalesce(before, 0) as before
    from (
        select *, lag(clock) over (order by seq) as before from rows where session_id = of_session
        qualify clock > at_clock and coalesce(before <= at_clock, true)
    )
    where type in ('assistant/message', 'assistant/attempt') and readable and contains(data, '"stream"')
    order by seq limit 1
),
streamed as (
    select *, generate_subscripts(stream, 1) as k, unnest(stream) as x
    from (
        select *, json_transform(data, '{"stream":[{"type":"VARCHAR","time":"BIGINT","time0":"BIGINT","index":"BIGINT","id":"VARCHAR","dt":["BIGINT"],"chunk":{"type":"VARCHAR","index":"BIGINT","id":"VARCHAR","blockType":"VARCHAR","block":{"type":"VARCHAR","id":"VARCHAR"}}}]}').stream as stream
        from next_row
    )
),
timed as (
    select *, coalesce(x.time, x.time0) as begun,
        max(coalesce(x.time, x.time0 + coalesce(list_sum(x.dt), 0)))
            over (order by k rows between unbounded preceding and 1 preceding) as reached
    from streamed
),
blocks as (
    select any_value(session_id) as session_id, any_value(turn) as turn, any_value(step) as step,
        bool_or(inherited) as inherited, coalesce(x.index, x.chunk.index) as position,
        coalesce(max(coalesce(x.id, x.chunk.id, x.chunk.block.id)), 'call-' || coalesce(any_value(position), 0)) as call_id,
        min(greatest(begun, reached, before)) filter (coalesce(x.chunk.type <> 'block-start', true)) as clock
    from timed
    where greatest(begun, reached) <= at_clock
        and (x.type = 'tool-call-chunks' or x.chunk.type = 'tool-call-delta'
            or coalesce(x.chunk."blockType", x.chunk.block.type) = 'tool-call')
    group by position
)
select key, clock, inherited
from (
    select *, key_of(session_id, turn, step, call_id, row_number() over (partition by call_id order by position)) as key
    from blocks
)
where clock <= at_clock
    and key not in (
        select key from transitions where session_id = of_session and kind = 'call' and clock <= at_clock);

-- What holds at a moment: the changes that begin at or before it and end after it. `…_at` goes by the clock
-- (milliseconds since 1970), `…_at_seq` by the number of the last row that counts.
create macro calls_at(of_session, at_clock) as table
select kind, key, state, outcome, seq as since_seq, clock as since_clock
from transitions
where session_id = of_session and kind in ('call', 'dispatch') and clock <= at_clock
    and (until_clock is null or until_clock > at_clock)
union all
select 'call', key, 'streaming', null, null, clock from calls_arriving(of_session, at_clock);

create macro calls_at_seq(of_session, at_seq) as table
select kind, key, state, outcome, seq as since_seq, clock as since_clock
from transitions
where session_id = of_session and kind in ('call', 'dispatch') and seq <= at_seq
    and (until_seq is null or until_seq > at_seq);

-- How many calls, dispatches, agents, runs, jobs and approvals are in which state, and what the counters say (kind
-- `counter`, the counter's name in `state`; the todo list counts by status). What is inherited does not count.
create macro counts_at(of_session, at_clock) as table
select kind, word as state, case when kind = 'counter' then max(n) else count(*) end::bigint as n
from (
    select kind, coalesce(state, key) as word, n
    from transitions
    where session_id = of_session and not inherited and clock <= at_clock
        and (until_clock is null or until_clock > at_clock)
    union all
    select 'call', 'streaming', 1 from calls_arriving(of_session, at_clock) where not inherited
)
group by kind, word;

create macro counts_at_seq(of_session, at_seq) as table
select kind, coalesce(state, key) as state,
    case when kind = 'counter' then max(n) else count(*) end::bigint as n
from transitions
where session_id = of_session and not inherited and seq <= at_seq and (until_seq is null or until_seq > at_seq)
group by kind, coalesce(state, key);
