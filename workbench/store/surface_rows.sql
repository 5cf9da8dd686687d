-- What enters the list of a session, in the order of the log; an operation of NULL puts it at the end.
select seq, event_kind(type), case when not is_appended(surface_op) then surface_op end, source_seqs
from rows
where session_id = ? and readable and is_surface(type)
qualify row_number() over (partition by seq order by line) = 1
order by seq;
