-- Which stored row of stream records belongs to which block; the texts stay in `rows`. Packed texts and reasoning need
-- no look inside: their type says it all.
insert into chunk_rows
select session_id, seq, n, time, clock, turn, step, inherited,
    case type when 'text-chunks' then 'text-delta' when 'reasoning-chunks' then 'reasoning-delta'
        when 'tool-call-chunks' then 'tool-call-delta' else j.chunk.type end,
    case type when 'text-chunks' then 'text' when 'reasoning-chunks' then 'reasoning'
        when 'tool-call-chunks' then 'tool-call'
        else coalesce(delta_part(j.chunk.type), j.chunk."blockType", j.chunk.block.type, 'other') end,
    coalesce(j.index, j.chunk.index), coalesce(j.id, j.chunk.id, j.chunk.block.id),
    coalesce(j.name, j.chunk.name, j.chunk.block.name), coalesce(j.chunk.type = 'finish', false)
from (
    select *, json_transform(case when type in ('tool-call-chunks', 'assistant/chunk') then data end,
        '{"index":"BIGINT","id":"VARCHAR","name":"VARCHAR","chunk":{"type":"VARCHAR","index":"BIGINT","id":"VARCHAR","name":"VARCHAR","blockType":"VARCHAR","block":{"type":"VARCHAR","id":"VARCHAR","name":"VARCHAR"}}}') as j
    from pending_rows
    where readable and type in ('text-chunks', 'reasoning-chunks', 'tool-call-chunks', 'assistant/chunk')
);

-- From generation 2 on the records stand inside a row of their own when they became no message.
insert into chunk_rows
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
group by session_id, seq, time, clock, turn, step, inherited, part, position;
