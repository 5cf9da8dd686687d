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

-- From generation 2 on the records stand inside a row: of their own when they became no message (`attempt`), or of the
-- message (`answer`). A message keeps no call that the user or the limit on tokens cut off; its records still have it.
-- if: select 1 from source_files semi join pending using (session_id) where generation >= 2 limit 1
insert into chunk_rows
with inside as (
    select *, if(type = 'assistant/attempt', 'attempt', 'answer') as record,
        json_transform(data, '{"message":{"content":[{"type":"VARCHAR","id":"VARCHAR"}]},"stream":[{"type":"VARCHAR","index":"BIGINT","id":"VARCHAR","name":"VARCHAR","chunk":{"type":"VARCHAR","index":"BIGINT","id":"VARCHAR","name":"VARCHAR","blockType":"VARCHAR","block":{"type":"VARCHAR","id":"VARCHAR","name":"VARCHAR"}}}]}') as j
    from pending_rows
    where readable and (type = 'assistant/attempt' or (type = 'assistant/message' and is_cut_off(data)))
),
records as (
    select session_id, seq, time, clock, turn, step, inherited, record,
        list_transform(j.message.content, lambda b: case when b.type = 'tool-call' then b.id end) as kept,
        unnest(j.stream) as x
    from inside
),
blocks as (
    select session_id, seq, time, clock, turn, step, inherited, record, any_value(kept) as kept,
        coalesce(x.index, x.chunk.index) as position,
        any_value(case x.type when 'text-chunks' then 'text' when 'reasoning-chunks' then 'reasoning'
            when 'tool-call-chunks' then 'tool-call'
            else coalesce(delta_part(x.chunk.type), x.chunk."blockType", x.chunk.block.type) end) as part,
        max(coalesce(x.id, x.chunk.id, x.chunk.block.id)) as call_id,
        max(coalesce(x.name, x.chunk.name, x.chunk.block.name)) as name,
        bool_or(coalesce(x.chunk.type = 'block-end', false)) as ended,
        bool_and(coalesce(x.chunk.type = 'block-start', false)) as begun
    from records
    group by session_id, seq, time, clock, turn, step, inherited, record, position
)
select session_id, seq, 1, time, clock, turn, step, inherited,
    record || if(ended, '-end', ''), part, position, call_id, name, false
from blocks
where part is not null and not begun
    and (record = 'attempt' or (part = 'tool-call' and not coalesce(list_contains(kept, call_id), false)));
