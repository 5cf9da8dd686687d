-- Everything of one session in order: messages, notices, retries, stand-alone approvals, and the root calls. Text and
-- reasoning begin and end with their stream records, where the log has them.
with streamed as (
    select a.message_seq as seq, if(c.part = 'text', 'assistant', 'reasoning') as kind, min(c.clock) as begin_ms,
        max(c.clock) as end_ms
    from attempts as a
    join chunk_rows as c on c.session_id = a.session_id and c.seq between a.first_seq and a.last_seq
    where a.session_id = $session and a.message_seq is not null and c.part in ('text', 'reasoning')
    group by all
)
select t.key, t.kind, t.seq, t.last_seq, t.type, t.time as time_ms, t.clock as clock_ms, t.call_key, t.inherited,
    t.interrupted, s.begin_ms, s.end_ms
from timeline_index as t left join streamed as s on s.seq = t.seq and s.kind = t.kind
where t.session_id = $session
order by t.seq, t.position nulls first, t.key
