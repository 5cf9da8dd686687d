-- Calls that were proposed and had not begun, where the message did not say what the call says later.
select c.key, coalesce(p.name, '') as name, coalesce(p.arguments, '') as arguments, p.arguments is not null as complete
from call_index as c
join proposed_calls as p on p.session_id = c.session_id and p.seq = c.proposed_seq and p.call_id = c.call_id
    and p.position = c.position
where c.session_id = $session and not c.is_dispatch and c.proposed_seq <= $seq and c.call_seq > $seq
    and (p.name is distinct from c.name or p.arguments is distinct from c.arguments)
