-- Dispatches whose arguments do not stand in their row in the spelling that the database gave them.
select d.session_id, d.seq, r.data
from dispatch_events as d semi join pending using (session_id)
join rows as r on r.session_id = d.session_id and r.seq = d.seq
where not contains(r.data, d.arguments);
