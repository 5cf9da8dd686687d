-- Attempts at an answer: runs of stream records of one step, ended by a finish record or by a retry. An attempt's fate
-- is its message, a retry, or neither (broken off, or still arriving). From generation 2 on, a row is an attempt that
-- became no message; the records inside a message are one too where it left a call out.
insert into attempts
with marked as (
    select session_id, seq, n, turn, step, coalesce(turn, -1) as t, coalesce(step, -1) as s, ends_attempt as boundary,
        true as is_record
    from chunk_rows semi join pending using (session_id) where not is_inside(record)
    union all
    select session_id, seq, 1, turn, step, coalesce(turn, -1), coalesce(step, -1), true, false
    from retry_events semi join pending using (session_id) where event = 'llm/retry'
),
steps as (
    select session_id, any_value(turn) as turn, any_value(step) as step, t, s, min(seq) filter (is_record) as first_seq,
        max(seq + n - 1) filter (is_record) as last_seq,
        coalesce(min(seq) filter (boundary) < max(seq), false) as is_split
    from marked group by session_id, t, s
),
-- few steps have more than one attempt; only their records need to be numbered
numbered as (
    select *, coalesce(sum(boundary::integer) over (
        partition by session_id, t, s order by seq rows between unbounded preceding and 1 preceding), 0) as attempt
    from marked semi join (select session_id, t, s from steps where is_split) using (session_id, t, s)
),
grouped as (
    select session_id, any_value(turn) as turn, any_value(step) as step, t, s, attempt, min(seq) as first_seq,
        max(seq + n - 1) as last_seq
    from numbered where is_record group by session_id, t, s, attempt
    union all
    select session_id, turn, step, t, s, 0, first_seq, last_seq
    from steps where not is_split and first_seq is not null
    union all
    select session_id, turn, step, coalesce(turn, -1), coalesce(step, -1), -seq, seq, seq
    from rows semi join pending using (session_id) where type = 'assistant/attempt'
    union all
    select distinct session_id, turn, step, coalesce(turn, -1), coalesce(step, -1), -seq, seq, seq
    from chunk_rows semi join pending using (session_id) where record in ('answer', 'answer-end')
),
answered as (
    select g.session_id, g.t, g.s, g.attempt, m.seq as message_seq
    from (
        select session_id, seq, coalesce(turn, -1) as t, coalesce(step, -1) as s
        from message_events semi join pending using (session_id) where role = 'assistant'
    ) as m
    asof join (select * from grouped where attempt >= 0) as g
        on m.session_id = g.session_id and m.t = g.t and m.s = g.s and m.seq > g.last_seq
    union all
    select distinct session_id, coalesce(turn, -1), coalesce(step, -1), -seq, seq
    from chunk_rows semi join pending using (session_id) where record in ('answer', 'answer-end')
),
retried as (
    select g.session_id, g.t, g.s, g.attempt, r.seq as retry_seq
    from grouped as g
    asof join (
        select session_id, seq, coalesce(turn, -1) as t, coalesce(step, -1) as s
        from retry_events semi join pending using (session_id) where event = 'llm/retry'
    ) as r on g.session_id = r.session_id and g.t = r.t and g.s = r.s and g.last_seq < r.seq
),
closed as (
    select g.session_id, g.t, g.s, g.attempt, c.seq as closed_seq
    from grouped as g
    asof join (select session_id, seq from turn_events semi join pending using (session_id)) as c
        on g.session_id = c.session_id and g.last_seq < c.seq
)
select session_id, g.turn, g.step, g.attempt, g.first_seq, g.last_seq,
    case when min(retry_seq) is null or min(message_seq) < min(retry_seq) then min(message_seq) end,
    case when min(message_seq) is null or min(retry_seq) < min(message_seq) then min(retry_seq) end, min(closed_seq)
from grouped as g
left join answered using (session_id, t, s, attempt)
left join retried using (session_id, t, s, attempt)
left join closed using (session_id, t, s, attempt)
group by session_id, g.turn, g.step, g.attempt, g.first_seq, g.last_seq;
