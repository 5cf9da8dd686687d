-- The times of the first $k stream records of the next row.
select d.time as clock
from deltas as d
where d.session_id = $session and d.k < $k
    and d.row_seq = (select min(seq) from rows where session_id = $session and seq > $seq)
