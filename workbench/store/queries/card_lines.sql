-- The rows that one card stands on, as far as they had been written; neighbours of one type and one role are one entry.
-- Pieces of the stream are left out: a generation writes them as rows of their own, or inside the message.
with claimed as (
    select r.seq, r.seq + r.n - 1 as last_seq, event_kind(r.type) as type, c.role, r.time,
        row_number() over (order by r.seq, c.role)
            - row_number() over (partition by r.type, c.role order by r.seq) as run
    from card_rows as c
    join rows as r on r.session_id = c.session_id and r.seq = c.seq
    where c.session_id = $session and c.card_key = $key and r.seq <= $seq and c.role <> 'delta'
    qualify row_number() over (partition by r.seq, c.role order by r.line) = 1
)
select min(seq) as seq, least(max(last_seq), $seq) as last_seq, count(*) as rows, type, role,
    arg_min(time, seq) as time_ms
from claimed
group by type, role, run
order by min(seq), role
