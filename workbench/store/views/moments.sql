-- What holds at a moment: the last change at or before it.
create macro calls_at(of_session, at_clock) as table
select kind, key, arg_max(state, seq) as state, max(seq) as since_seq, arg_max(clock, seq) as since_clock
from transitions
where session_id = of_session and kind in ('call', 'dispatch') and clock <= at_clock
group by kind, key;

create macro calls_at_seq(of_session, at_seq) as table
select kind, key, arg_max(state, seq) as state, max(seq) as since_seq, arg_max(clock, seq) as since_clock
from transitions
where session_id = of_session and kind in ('call', 'dispatch') and seq <= at_seq
group by kind, key;

-- How many calls, agents, jobs and approvals are in which state, and what the counters say (kind `counter`, the counter's
-- name in `state`).
create macro counts_at(of_session, at_clock) as table
select kind, state, count(*)::bigint as n
from (
    select kind, key, arg_max(state, seq) as state from transitions
    where session_id = of_session and kind <> 'counter' and clock <= at_clock group by kind, key
) group by kind, state
union all
select 'counter', key, arg_max(n, seq) from transitions
where session_id = of_session and kind = 'counter' and clock <= at_clock group by key;
