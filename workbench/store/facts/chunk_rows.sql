-- Which stored row of stream records belongs to which block; the texts stay in `rows`.
insert into chunk_rows
select session_id, seq, n, time, clock, turn, step, inherited,
    case type when 'text-chunks' then 'text-delta' when 'reasoning-chunks' then 'reasoning-delta'
        else 'tool-call-delta' end,
    case type when 'text-chunks' then 'text' when 'reasoning-chunks' then 'reasoning' else 'tool-call' end,
    j.index, j.id, j.name, false
from (
    select *, json_transform(data, '{"index":"BIGINT","id":"VARCHAR","name":"VARCHAR"}') as j
    from pending_rows where readable and is_packed(type)
)
union all
select session_id, seq, n, time, clock, turn, step, inherited, c.type,
    coalesce(delta_part(c.type), c."blockType", c.block.type, 'other'),
    c.index, coalesce(c.id, c.block.id), coalesce(c.name, c.block.name), coalesce(c.type = 'finish', false)
from (
    select *, json_transform(data, '{"chunk":{"type":"VARCHAR","index":"BIGINT","id":"VARCHAR","name":"VARCHAR","blockType":"VARCHAR","block":{"type":"VARCHAR","id":"VARCHAR","name":"VARCHAR"}}}').chunk as c
    from pending_rows where readable and type = 'assistant/chunk'
)
order by session_id, seq;
