-- The last row by a clock, and whether stream records of the next one may have arrived by then.
with before as (
    select max(seq) as seq from rows where session_id = $session and clock <= $clock
),
later as (
    select min(r.seq) as seq from rows as r, before as b
    where r.session_id = $session and r.seq > coalesce(b.seq, -1)
)
select b.seq, l.seq as next_seq,
    (select n from rows as r where r.session_id = $session and r.seq = b.seq limit 1) as n,
    coalesce((select r.type in ('assistant/message', 'assistant/attempt') and r.readable and contains(r.data, '"stream"')
        from rows as r where r.session_id = $session and r.seq = l.seq limit 1), false) as next_streams,
    exists (select 1 from rows where session_id = $session and clock is not null)
        or not exists (select 1 from rows where session_id = $session) as has_clock
from before as b, later as l
