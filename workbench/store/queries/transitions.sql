-- Every change of the calls of one session.
select key, clock, state from transitions where session_id = $session and kind in ('call', 'dispatch') order by key, n
