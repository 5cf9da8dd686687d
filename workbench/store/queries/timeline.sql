-- Everything of one session but its calls in order, up to a moment: messages, notices, retries, stand-alone approvals,
-- and answers that are still arriving or were broken off.
with arriving as (
    select c.session_id || '/' || if(c.part = 'text', 'assistant', 'reasoning') || '/' || min(c.seq) as key,
        if(c.part = 'text', 'assistant', 'reasoning') as kind, min(c.seq) as seq,
        least(max(c.seq + c.n - 1), $seq) as last_seq,
        if(bool_or(is_inside(c.record)), 'assistant/attempt', 'assistant/chunk') as type,
        arg_min(c.time, c.seq) as time_ms, arg_min(c.clock, c.seq) as clock_ms, if(c.part = 'text', 1, 0) as position,
        bool_or(c.inherited) as inherited, bool_or(coalesce(a.closed_seq <= $seq, false)) as interrupted
    from attempts as a
    join chunk_rows as c
        on c.session_id = a.session_id and c.turn is not distinct from a.turn and c.step is not distinct from a.step
        and c.seq between a.first_seq and least(a.last_seq, $seq)
    where a.session_id = $session and c.part in ('text', 'reasoning')
        and (a.message_seq is null or a.message_seq > $seq) and (a.retry_seq is null or a.retry_seq > $seq)
    group by c.session_id, c.part, a.turn, a.step, a.first_seq
    having bool_or(c.record <> 'block-start')
)
select t.key, t.kind, t.seq, null as last_seq, t.type, t.time as time_ms, t.clock as clock_ms, null as call_key,
    t.inherited, t.interrupted, t.position
from timeline_index as t
where t.session_id = $session and t.seq <= $seq and t.kind <> 'call'
    and t.type not in ('assistant/chunk', 'assistant/attempt')
union all
select key, kind, seq, last_seq, type, time_ms, clock_ms, null, inherited, interrupted, position
from arriving
order by 3, 11 nulls first, 1
