-- Settled calls with the row of their result, those inside programs too.
select c.session_id, c.result_seq as seq, c.key, c.name as tool, s.generation, c.is_dispatch, c.arguments, c.error_code,
    c.outcome, r.data
from all_calls as c
join sessions as s using (session_id)
join rows as r on r.session_id = c.session_id and r.seq = c.result_seq
where c.result_seq is not null and r.readable
order by c.session_id, c.result_seq
