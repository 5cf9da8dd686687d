-- Results that have both metadata and a text that one of the catalogue's readers knows.
select c.session_id, c.result_seq as seq, c.key, c.name as tool, r.data
from calls as c
join rows as r on r.session_id = c.session_id and r.seq = c.result_seq
where c.has_meta and not c.is_error and list_contains($tools, c.name)
