-- Attempts at an answer: runs of stream records of one step, ended by a finish record or by a retry. An attempt's fate
-- is its message, a retry, or neither (broken off, or still arriving).
insert into attempts
with marked as (
    select seq, n, turn, step, coalesce(turn, -1) as t, coalesce(step, -1) as s, ends_attempt as boundary,
        true as is_record
    from chunk_rows where session_id = $session
    union all
    select seq, 1, turn, step, coalesce(turn, -1), coalesce(step, -1), true, false
    from retry_events where session_id = $session and event = 'llm/retry'
),
numbered as (
    select *, coalesce(sum(boundary::integer) over (
        partition by t, s order by seq rows between unbounded preceding and 1 preceding), 0) as attempt
    from marked
),
grouped as (
    select any_value(turn) as turn, any_value(step) as step, t, s, attempt, min(seq) as first_seq,
        max(seq + n - 1) as last_seq
    from numbered where is_record group by t, s, attempt
),
answered as (
    select m.seq as message_seq, g.t, g.s, g.attempt
    from (
        select seq, coalesce(turn, -1) as t, coalesce(step, -1) as s
        from message_events where session_id = $session and role = 'assistant'
    ) as m
    asof join grouped as g on m.t = g.t and m.s = g.s and m.seq > g.last_seq
),
retried as (
    select g.t, g.s, g.attempt, min(r.seq) as retry_seq
    from grouped as g
    join retry_events as r
        on r.session_id = $session and r.event = 'llm/retry' and coalesce(r.turn, -1) = g.t
        and coalesce(r.step, -1) = g.s and r.seq > g.last_seq
    group by all
),
closed as (
    select g.t, g.s, g.attempt, c.seq as closed_seq
    from grouped as g
    asof join (select seq from turn_events where session_id = $session) as c on g.last_seq < c.seq
)
select $session, g.turn, g.step, g.attempt, g.first_seq, g.last_seq, min(answered.message_seq),
    case when min(answered.message_seq) is null then min(retried.retry_seq) end, min(closed.closed_seq)
from grouped as g
left join answered using (t, s, attempt)
left join retried using (t, s, attempt)
left join closed using (t, s, attempt)
group by all;
