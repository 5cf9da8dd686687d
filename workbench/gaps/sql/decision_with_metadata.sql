-- Successful results that have metadata, at most $most.
select c.session_id, c.key, c.name as tool, c.arguments, r.data
from calls as c join rows as r on r.session_id = c.session_id and r.seq = c.result_seq and r.readable
where c.has_meta and not c.is_error
order by c.session_id, c.result_seq
limit $most
