-- The clock of each stream record of one row: the highest time so far.
select max(time) over (order by k rows unbounded preceding) as clock
from deltas where session_id = $session and row_seq = $row
order by k
