-- The row that an event stands in, or the last one before it.
select seq, n, clock from rows where session_id = $session and seq <= $seq order by seq desc limit 1
