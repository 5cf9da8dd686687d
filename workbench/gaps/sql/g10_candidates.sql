-- Rows that may hold media: results with a block that is no text, results of tools of other servers, where a sentence may
-- stand in the place of one, and messages of a person with such a block. What they hold is read from the whole payload.
with candidates as (
    select session_id, result_seq as seq, key, name as tool
    from call_index
    where result_seq is not null and not inherited
        and ((text_start is null and blocks > 0) or starts_with(name, 'mcp__'))
    union all
    select session_id, seq, null, 'user' from message_events where media > 0 and role = 'user' and not inherited
)
select r.session_id, r.seq, c.key, c.tool, s.generation, r.data, s.path
from candidates as c
join rows as r on r.session_id = c.session_id and r.seq = c.seq
join sessions as s on s.session_id = r.session_id
where r.readable
order by r.session_id, r.seq
