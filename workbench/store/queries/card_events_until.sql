select c.role, r.seq, r.type, r.time, r.data, r.line, r."offset"
from card_rows as c join rows as r on r.session_id = c.session_id and r.seq = c.seq
where c.card_key = $key and r.seq <= $seq
order by r.seq
