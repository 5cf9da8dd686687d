-- From a person's message to the first call of its turn: what an action takes that goes through the model.
select m.session_id, m.turn, m.seq, c.key, c.name as tool, c.call_seq - m.seq as rows_between,
    c.started_ms - m.time as ms
from (
    select session_id, turn, min(seq) as seq, min(time) as time from messages
    where role = 'user' and source_kind = 'user' and not inherited group by session_id, turn
) as m
join (
    select session_id, turn, key, name, call_seq, started_ms from calls
    where call_seq is not null
    qualify row_number() over (partition by session_id, turn order by call_seq) = 1
) as c using (session_id, turn)
where c.call_seq > m.seq
order by m.session_id, m.seq
