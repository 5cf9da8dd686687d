-- The events of the compactions of one session, with the row of the timeline they belong to, in order.
select c.card_key, e.event, e.seq, e.clock, e.error, e.shadowed_tokens, e.shadowed_events, e.model, e.input_tokens,
    e.output_tokens
from (select distinct card_key, session_id, seq from card_rows where session_id = $session and seq <= $seq) as c
join compaction_events as e on e.session_id = c.session_id and e.seq = c.seq
order by e.seq
