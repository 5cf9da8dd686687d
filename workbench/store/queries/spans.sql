-- When the text and the reasoning of each answer of one session began and ended, where the log has their stream
-- records. Until generation 1 they are rows of their own, later on they stand in the row of the answer.
select a.message_seq as seq, if(c.part = 'text', 'assistant', 'reasoning') as kind, min(c.clock) as begin_ms,
    max(c.clock) as end_ms
from attempts as a
join chunk_rows as c on c.session_id = a.session_id and c.seq between a.first_seq and a.last_seq
where a.session_id = $session and a.message_seq is not null and c.part in ('text', 'reasoning')
group by all
union all
select seq, if(part = 'text', 'assistant', 'reasoning'), min(begin_ms), max(end_ms)
from (
    select seq, coalesce(x.time, x.time0) as begin_ms, coalesce(x.time, x.time0 + coalesce(list_sum(x.dt), 0)) as end_ms,
        case x.type when 'text-chunks' then 'text' when 'reasoning-chunks' then 'reasoning'
            else coalesce(delta_part(x.chunk.type), x.chunk."blockType", x.chunk.block.type) end as part
    from (
        select seq, unnest(json_transform(data, '{"stream":[{"type":"VARCHAR","time":"BIGINT","time0":"BIGINT","dt":["BIGINT"],"chunk":{"type":"VARCHAR","blockType":"VARCHAR","block":{"type":"VARCHAR"}}}]}').stream) as x
        from rows
        where session_id = $session and type = 'assistant/message' and readable and contains(data, '"stream"')
    )
)
where part in ('text', 'reasoning')
group by all
