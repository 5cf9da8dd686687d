-- What the first $k stream records of the next row bring, one entry a part of the answer: the texts, and each call. What
-- the end of a block says of it counts; its start alone does not.
with next_row as (
    select seq, turn, step, inherited from rows where session_id = $session and seq > $seq order by seq limit 1
),
records as (
    select d.*, coalesce(d.part, d.chunk->>'$.blockType', d.chunk->>'$.block.type') as kind
    from deltas as d join next_row as n on d.row_seq = n.seq
    where d.session_id = $session and d.k < $k
),
blocks as (
    select kind, position, max(coalesce(call_id, chunk->>'$.block.id')) as call_id,
        max(coalesce(name, chunk->>'$.block.name')) as name,
        coalesce(max(chunk->>'$.block.arguments') filter (type = 'block-end'), string_agg(text, '' order by k)) as text,
        coalesce(bool_or(type = 'block-end'), false) as complete, min(time) as time_ms, min(k) as k
    from records where kind in ('text', 'reasoning', 'tool-call')
    group by kind, position
    having bool_or(type <> 'block-start')
)
select b.kind as part, n.turn, n.step, n.seq, n.inherited, b.position,
    coalesce(b.call_id, 'call-' || coalesce(b.position, 0)) as call_id, coalesce(b.name, '') as name,
    b.text, b.complete, b.time_ms, greatest(l.clock, b.time_ms) as clock_ms
from blocks as b
cross join next_row as n
cross join (select max(clock) as clock from rows where session_id = $session and seq <= $seq) as l
order by b.position, b.k
