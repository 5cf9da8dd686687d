-- What the first $k stream records of the next row bring, one entry a part of the answer: the texts, and each call.
with next_row as (
    select seq, turn, step, inherited, clock from rows
    where session_id = $session and seq > $seq order by seq limit 1
),
records as (
    select d.*, n.inherited as row_inherited from deltas as d join next_row as n on d.row_seq = n.seq
    where d.session_id = $session and d.k < $k and d.part is not null
)
select r.part, any_value(n.turn) as turn, any_value(n.step) as step, n.seq, bool_or(n.inherited) as inherited,
    if(r.part = 'tool-call', r.position, null) as position,
    coalesce(max(r.call_id), 'call-' || coalesce(any_value(r.position), 0)) as call_id, coalesce(max(r.name), '') as name,
    string_agg(r.text, '' order by r.k) as text, min(r.time) as time_ms,
    greatest(any_value(b.clock), min(r.time)) as clock_ms
from records as r
cross join next_row as n
cross join (select max(clock) as clock from rows where session_id = $session and seq <= $seq) as b
group by r.part, if(r.part = 'tool-call', r.position, null), n.seq
order by min(r.k)
