-- The row that an event stands in, or the last one before it.
select max(seq) as seq, arg_max(n, seq) as n, arg_max(clock, seq) as clock
from rows where session_id = $session and seq <= $seq
