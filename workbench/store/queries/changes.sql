-- Every change that one session tells of, with how long it holds.
select kind, key, seq, coalesce(until_seq, 9223372036854775807) as until_seq, state, outcome, n, inherited
from transitions where session_id = $session and seq is not null
