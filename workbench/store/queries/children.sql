-- Some child sessions of one session, as their own logs told them up to a clock; one without a log has its id alone. A
-- call counts once the model has asked for it.
with named as (
    select unnest($children::varchar[]) as session_id
),
known as (
    select f.session_id, f.created_ms from source_files as f semi join named using (session_id)
    where f.created_ms <= $clock
),
counted as (
    select session_id, count(*) as calls from call_index semi join known using (session_id)
    where not inherited and not is_dispatch
        and (proposed_clock <= $clock or call_clock <= $clock or result_clock <= $clock)
    group by session_id
),
turns as (
    select session_id, count(*) filter (event = 'turn/start') as turns, max(time) filter (event = 'turn/end') as ended_ms,
        arg_max(event, seq) filter (event in ('turn/start', 'turn/end')) as last_event
    from turn_events semi join known using (session_id) where not inherited and clock <= $clock group by session_id
),
tokens as (
    select session_id, sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)
        + coalesce(cache_read_tokens, 0) + coalesce(cache_write_tokens, 0))::bigint as tokens
    from usage_events semi join known using (session_id) where not inherited and clock <= $clock group by session_id
)
select n.session_id, f.session_id is not null as has_log,
    case when f.session_id is null then null when t.last_event = 'turn/end' then 'complete' else 'open' end as state,
    case when f.session_id is not null then coalesce(c.calls, 0) end as calls,
    case when f.session_id is not null then coalesce(t.turns, 0) end as turns,
    f.created_ms as started_ms, case when t.last_event = 'turn/end' then t.ended_ms end as ended_ms, k.tokens
from named as n
left join known as f on f.session_id = n.session_id
left join counted as c on c.session_id = n.session_id
left join turns as t on t.session_id = n.session_id
left join tokens as k on k.session_id = n.session_id
