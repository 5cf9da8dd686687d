-- Every change of the calls of one session up to a moment.
select key, clock, state from transitions
where session_id = $session and kind in ('call', 'dispatch') and seq <= $seq
order by key, n
