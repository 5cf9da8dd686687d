-- What holds at a moment: the changes that begin at or before it and end after it. `…_at` goes by the clock
-- (milliseconds since 1970), `…_at_seq` by the number of the last row that counts.
create macro calls_at(of_session, at_clock) as table
select kind, key, state, outcome, seq as since_seq, clock as since_clock
from transitions
where session_id = of_session and kind in ('call', 'dispatch') and clock <= at_clock
    and (until_clock is null or until_clock > at_clock);

create macro calls_at_seq(of_session, at_seq) as table
select kind, key, state, outcome, seq as since_seq, clock as since_clock
from transitions
where session_id = of_session and kind in ('call', 'dispatch') and seq <= at_seq
    and (until_seq is null or until_seq > at_seq);

-- How many calls, dispatches, agents, runs, jobs and approvals are in which state, and what the counters say (kind
-- `counter`, the counter's name in `state`; the todo list counts by status). What is inherited does not count.
create macro counts_at(of_session, at_clock) as table
select kind, coalesce(state, key) as state,
    case when kind = 'counter' then max(n) else count(*) end::bigint as n
from transitions
where session_id = of_session and not inherited and clock <= at_clock
    and (until_clock is null or until_clock > at_clock)
group by kind, coalesce(state, key);

create macro counts_at_seq(of_session, at_seq) as table
select kind, coalesce(state, key) as state,
    case when kind = 'counter' then max(n) else count(*) end::bigint as n
from transitions
where session_id = of_session and not inherited and seq <= at_seq and (until_seq is null or until_seq > at_seq)
group by kind, coalesce(state, key);
