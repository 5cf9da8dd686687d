-- The last row by a clock and the first one after it. The clock never goes back.
select max(seq) filter (clock <= $clock) as seq, arg_max(n, seq) filter (clock <= $clock) as n,
    min(seq) filter (clock > $clock) as next_seq, arg_min(type, seq) filter (clock > $clock) as next_type,
    count(clock) > 0 or count(*) = 0 as has_clock
from rows where session_id = $session
