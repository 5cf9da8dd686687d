-- What had been written while calls of one session ran, and the shorter copies of their results, in order.
select c.card_key, c.role, r.seq, r.type, r.time
from card_rows as c join rows as r on r.session_id = c.session_id and r.seq = c.seq
where c.session_id = $session and c.role in ('during', 'replacement') and c.seq <= $seq
qualify row_number() over (partition by c.card_key, c.role, r.seq order by r.line) = 1
order by r.seq
