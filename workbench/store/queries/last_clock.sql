-- The last moment that one session knows.
select max(clock) as clock from rows where session_id = $session and seq <= $seq
