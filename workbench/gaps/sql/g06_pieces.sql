-- The arguments of each call as they arrived: one entry a stored run of pieces, with the time of its first piece, the
-- milliseconds between them and the length of each. Only calls whose pieces make up the arguments they had in the end.
with packed as (
    select session_id, seq, 0 as record, turn, step, time,
        json_transform(data, '{"id":"VARCHAR","dt":["BIGINT"],"args":["VARCHAR"]}') as j
    from rows where type = 'tool-call-chunks' and readable and not inherited
),
single as (
    select r.session_id, r.seq, 0 as record, r.turn, r.step, r.time, c.call_id as id,
        json_transform(r.data, '{"chunk":{"argumentsDelta":"VARCHAR"}}').chunk."argumentsDelta" as words
    from chunk_rows as c
    join rows as r on r.session_id = c.session_id and r.seq = c.seq
    where c.part = 'tool-call' and c.record = 'tool-call-delta' and r.type = 'assistant/chunk' and not c.inherited
),
streamed as (
    select session_id, seq, turn, step, generate_subscripts(s, 1) as record, unnest(s) as j
    from (
        select session_id, seq, turn, step, json_transform(data,
            '{"stream":[{"type":"VARCHAR","time0":"BIGINT","time":"BIGINT","id":"VARCHAR","dt":["BIGINT"],"args":["VARCHAR"],"chunk":{"type":"VARCHAR","id":"VARCHAR","argumentsDelta":"VARCHAR"}}]}').stream as s
        from rows where type = 'assistant/message' and readable and not inherited and contains(data, '"stream"')
    )
),
run as (
    select session_id, seq, record, turn, step, time, j.id as id, j.dt as dt,
        list_transform(j.args, lambda a: length(a)) as lengths
    from packed
    union all
    select session_id, seq, record, turn, step, time, id, []::bigint[], [length(words)] from single
    union all
    select session_id, seq, record, turn, step, coalesce(j.time0, j.time), coalesce(j.id, j.chunk.id),
        coalesce(j.dt, []::bigint[]),
        coalesce(list_transform(j.args, lambda a: length(a)), [length(j.chunk."argumentsDelta")])
    from streamed where j.type = 'tool-call-chunks' or j.chunk.type = 'tool-call-delta'
),
gathered as (
    select session_id, turn, step, id, list({'time': time, 'dt': dt, 'lengths': lengths} order by seq, record) as runs,
        sum(list_sum(lengths))::bigint as chars
    from run where id is not null and lengths is not null group by session_id, turn, step, id
)
select c.session_id, coalesce(c.call_seq, c.proposed_seq) as seq, c.key, c.name as tool, s.generation, g.runs, c.arguments
from calls as c
join gathered as g
    on g.session_id = c.session_id and g.turn is not distinct from c.turn and g.step is not distinct from c.step
    and g.id = c.call_id and g.chars = length(c.arguments)
join sessions as s on s.session_id = c.session_id
order by c.session_id, seq
