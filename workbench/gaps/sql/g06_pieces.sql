-- The arguments of each call as they arrived: the times and the lengths of the pieces, in order. Only calls whose pieces
-- make up exactly the arguments that the call had in the end.
with pieces as (
    select session_id, turn, step, call_id, list(time order by row_seq, k) as times,
        list(length(text) order by row_seq, k) as lengths, string_agg(text, '' order by row_seq, k) as whole
    from deltas
    where part = 'tool-call' and not inherited and text <> '' and call_id is not null
    group by session_id, turn, step, call_id
)
select c.session_id, coalesce(c.call_seq, c.proposed_seq) as seq, c.key, c.name as tool, s.generation, p.times, p.lengths,
    c.arguments
from calls as c
join pieces as p
    on p.session_id = c.session_id and p.turn is not distinct from c.turn and p.step is not distinct from c.step
    and p.call_id = c.call_id and p.whole = c.arguments
join sessions as s on s.session_id = c.session_id
where len(p.times) > 1
order by c.session_id, seq
