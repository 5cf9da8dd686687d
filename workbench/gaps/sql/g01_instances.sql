-- G1: settled calls that ran for $at_least ms or longer, and whether an event of no single tool names them in between.
-- Such an event has a type that no format knows, or one that the catalogue calls general; owned ones do not count.
with general as (
    select session_id, seq, coalesce(data->>'$.callId', data->>'$.toolCallId', data->>'$.subCallId') as call_id
    from rows where readable and (not known or list_contains($general, type))
),
told as (
    select c.key, count(*) as events
    from all_calls as c
    join general as g on g.session_id = c.session_id and g.call_id = c.call_id
        and g.seq > c.call_seq and g.seq < c.result_seq
    group by c.key
)
select c.session_id, c.call_seq as seq, c.key, c.name as tool, s.generation,
    case when t.events > 0 then 'recorded' else 'missing' end as has,
    c.duration_ms, c.duration_kind, c.result_seq, coalesce(t.events, 0) as events
from all_calls as c
join sessions as s using (session_id)
left join told as t using (key)
where c.duration_ms >= $at_least and c.call_seq is not null and c.result_seq is not null
order by c.duration_ms desc, c.key
