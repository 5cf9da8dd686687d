-- Which stored row of stream records belongs to which block; the texts stay in `rows`. Packed texts and reasoning need
-- no look inside: their type says it all.
insert into chunk_rows
select session_id, seq, n, time, clock, turn, step, inherited,
    case type when 'text-chunks' then 'text-delta' else 'reasoning-delta' end,
    case type when 'text-chunks' then 'text' else 'reasoning' end, null, null, null, false
from pending_rows where readable and type in ('text-chunks', 'reasoning-chunks')
union all
select session_id, seq, n, time, clock, turn, step, inherited, 'tool-call-delta', 'tool-call', j.index, j.id, j.name,
    false
from (
    select *, json_transform(data, '{"index":"BIGINT","id":"VARCHAR","name":"VARCHAR"}') as j
    from pending_rows where readable and type = 'tool-call-chunks'
)
union all
select session_id, seq, n, time, clock, turn, step, inherited, c.type,
    coalesce(delta_part(c.type), c."blockType", c.block.type, 'other'),
    c.index, coalesce(c.id, c.block.id), coalesce(c.name, c.block.name), coalesce(c.type = 'finish', false)
from (
    select *, json_transform(data, '{"chunk":{"type":"VARCHAR","index":"BIGINT","id":"VARCHAR","name":"VARCHAR","blockType":"VARCHAR","block":{"type":"VARCHAR","id":"VARCHAR","name":"VARCHAR"}}}').chunk as c
    from pending_rows where readable and type = 'assistant/chunk'
)
union all
-- From generation 2 on the records stand inside a row of their own when they became no message.
select session_id, seq, 1, time, clock, turn, step, inherited, 'attempt', part, position, max(call_id), max(name), false
from (
    select session_id, seq, time, clock, turn, step, inherited,
        case x.type when 'text-chunks' then 'text' when 'reasoning-chunks' then 'reasoning'
            when 'tool-call-chunks' then 'tool-call' else delta_part(x.chunk.type) end as part,
        coalesce(x.index, x.chunk.index) as position, coalesce(x.id, x.chunk.id) as call_id,
        coalesce(x.name, x.chunk.name) as name
    from (
        select *, unnest(json_transform(data, '{"stream":[{"type":"VARCHAR","index":"BIGINT","id":"VARCHAR","name":"VARCHAR","chunk":{"type":"VARCHAR","index":"BIGINT","id":"VARCHAR","name":"VARCHAR"}}]}').stream) as x
        from pending_rows where readable and type = 'assistant/attempt'
    )
)
where part is not null
group by session_id, seq, time, clock, turn, step, inherited, part, position
order by session_id, seq;
