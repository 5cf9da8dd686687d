-- Every stream record, in the order it arrived: what the model's answer was made of. `seq` is NULL for the records of
-- generations 2 to 4, which stand inside a message; `row_seq` is the stored row and `k` the record's place in it.
-- `part` is text, reasoning or tool-call for the records that carry text, NULL for block-start, usage, finish.
create view deltas as
with packed as (
    select session_id, seq, time, clock, turn, step, inherited, type,
        json_transform(data, '{"index":"BIGINT","id":"VARCHAR","name":"VARCHAR","dt":["BIGINT"],"texts":["VARCHAR"],"args":["VARCHAR"]}') as j
    from rows where is_packed(type) and readable
),
member as (
    select session_id, seq, time, clock, turn, step, inherited, type, j.index as position, j.id as call_id, j.name as name,
        len(coalesce(j.texts, j.args)) as members, unnest(coalesce(j.texts, j.args)) as text,
        unnest(list_prepend(0::bigint, j.dt)) as gap,
        generate_subscripts(coalesce(j.texts, j.args), 1) as k
    from packed
),
streamed as (
    select session_id, seq, clock, turn, step, inherited,
        unnest(json_transform(data, '{"stream":["JSON"]}').stream) as record,
        generate_subscripts(json_transform(data, '{"stream":["JSON"]}').stream, 1) as r
    from rows where type in ('assistant/message', 'assistant/attempt') and readable and contains(data, '"stream"')
),
records as (
    select *, json_transform(record, '{"type":"VARCHAR","time":"BIGINT","time0":"BIGINT","index":"BIGINT","id":"VARCHAR","name":"VARCHAR","dt":["BIGINT"],"texts":["VARCHAR"],"args":["VARCHAR"],"chunk":"JSON"}') as j
    from streamed
),
record_members as (
    select session_id, seq, clock, turn, step, inherited, r, j.type as type, j.time0 as time, j.index as position,
        j.id as call_id, j.name as name, null::json as chunk, len(coalesce(j.texts, j.args)) as members,
        unnest(coalesce(j.texts, j.args)) as text, unnest(list_prepend(0::bigint, j.dt)) as gap,
        generate_subscripts(coalesce(j.texts, j.args), 1) as k
    from records where is_packed(j.type)
    union all
    select session_id, seq, clock, turn, step, inherited, r, 'chunk', j.time, null, null, null, j.chunk, 1, null, 0, 1
    from records where j.type = 'chunk'
)
select session_id, (seq + k - 1)::bigint as seq, seq as row_seq, (k - 1)::bigint as k, turn, step,
    (time + sum(gap) over (partition by session_id, seq order by k rows unbounded preceding))::bigint as time, clock,
    case type when 'text-chunks' then 'text-delta' when 'reasoning-chunks' then 'reasoning-delta'
        else 'tool-call-delta' end as type,
    case type when 'text-chunks' then 'text' when 'reasoning-chunks' then 'reasoning' else 'tool-call' end as part,
    position, call_id, name, text, null::json as chunk, inherited
from member where k <= members
union all
select session_id, seq, seq, 0, turn, step, time, clock, c.type, delta_part(c.type), c.index, c.id, c.name,
    coalesce(c.text, c."argumentsDelta"), c.whole, inherited
from (
    select *, struct_insert(json_transform(data, '{"chunk":{"type":"VARCHAR","index":"BIGINT","id":"VARCHAR","name":"VARCHAR","text":"VARCHAR","argumentsDelta":"VARCHAR"}}').chunk,
        whole := data->'chunk') as c
    from rows where type = 'assistant/chunk' and readable
)
union all
select session_id, null, seq, (row_number() over (partition by session_id, seq order by r, k) - 1)::bigint, turn, step,
    (time + sum(gap) over (partition by session_id, seq, r order by k rows unbounded preceding))::bigint, clock,
    case type when 'text-chunks' then 'text-delta' when 'reasoning-chunks' then 'reasoning-delta'
        when 'tool-call-chunks' then 'tool-call-delta' else chunk->>'type' end,
    case type when 'text-chunks' then 'text' when 'reasoning-chunks' then 'reasoning'
        when 'tool-call-chunks' then 'tool-call' else delta_part(chunk->>'type') end,
    coalesce(position, try_cast(chunk->>'index' as bigint)), coalesce(call_id, chunk->>'id'),
    coalesce(name, chunk->>'name'), coalesce(text, chunk->>'text', chunk->>'argumentsDelta'), chunk, inherited
from record_members where k <= members;
