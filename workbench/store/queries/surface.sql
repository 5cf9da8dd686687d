-- The payloads of what the model saw at a moment, in its order.
select s.seq, s.type, r.data
from surface($session, $seq) as s
join rows as r on r.session_id = $session and r.seq = s.seq and is_surface(r.type)
qualify row_number() over (partition by s.seq order by r.line) = 1
order by s.position
