-- The sessions that calls, runs and lineage of one session name, as their own logs tell them; one without a log has
-- its id alone.
with named as (
    select child_session_id as session_id from call_links where session_id = $session and child_session_id is not null
    union
    select child_id from agent_index where session_id = $session and child_id is not null
    union
    select child_session_id from inferred_children where session_id = $session
),
counted as (
    select session_id, count(*) filter (not is_dispatch) as calls from call_index where not inherited group by session_id
),
turns as (
    select session_id, count(*) filter (event = 'turn/start') as turns, max(time) filter (event = 'turn/end') as ended_ms,
        arg_max(event, seq) filter (event in ('turn/start', 'turn/end')) as last_event
    from turn_events where not inherited group by session_id
),
tokens as (
    select session_id, sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)
        + coalesce(cache_read_tokens, 0) + coalesce(cache_write_tokens, 0))::bigint as tokens
    from usage_events where not inherited group by session_id
)
select n.session_id, f.session_id is not null as has_log,
    case when f.session_id is null then null when t.last_event = 'turn/start' then 'open' else 'complete' end as state,
    case when f.session_id is not null then coalesce(c.calls, 0) end as calls,
    case when f.session_id is not null then coalesce(t.turns, 0) end as turns,
    f.created_ms as started_ms, case when t.last_event = 'turn/end' then t.ended_ms end as ended_ms, k.tokens
from named as n
left join source_files as f on f.session_id = n.session_id
left join counted as c on c.session_id = n.session_id
left join turns as t on t.session_id = n.session_id
left join tokens as k on k.session_id = n.session_id
