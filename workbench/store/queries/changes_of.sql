-- The states of one call in order.
select seq, clock, state, outcome from transitions
where session_id = $session and key = $key and kind in ('call', 'dispatch') order by n
