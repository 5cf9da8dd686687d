-- Settled calls, those inside programs too, with the row of their result where it can decide on the card: results of the
-- tools in $deciding, and those that are not one text.
select c.session_id, c.result_seq as seq, c.key, c.name as tool, s.generation, c.is_dispatch, c.arguments, c.error_code,
    c.outcome, r.data
from all_calls as c
join sessions as s using (session_id)
join call_index as i on i.key = c.key
left join rows as r on r.session_id = c.session_id and r.seq = c.result_seq and r.readable
    and (list_contains($deciding, c.name) or i.text_start is null)
where c.result_seq is not null
order by c.session_id, c.result_seq
