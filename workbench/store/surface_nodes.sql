-- Events that enter what the model sees at its end; those that take the place of others are put in afterwards.
delete from surface_nodes where session_id in (select session_id from pending);
insert into surface_nodes
select session_id, seq, event_kind(type), seq, null, null, null
from rows semi join pending using (session_id)
where readable and is_surface(type) and is_appended(surface_op)
qualify row_number() over (partition by session_id, seq order by line) = 1;
