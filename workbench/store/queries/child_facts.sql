-- More of some child sessions, as their own logs told it up to a clock: how the last turn ended, the last row, tokens,
-- depth and model.
with named as (
    select unnest($children::varchar[]) as session_id
),
ends as (
    select session_id, arg_max(reason, seq) as reason
    from turn_events semi join named using (session_id)
    where event = 'turn/end' and not inherited and clock <= $clock group by session_id
),
lasts as (
    select session_id, max(clock) as last_ms from rows semi join named using (session_id)
    where not inherited and clock <= $clock group by session_id
),
tokens as (
    select session_id, sum(output_tokens)::bigint as output_tokens, sum(cache_read_tokens)::bigint as cached_tokens,
        arg_max(model, seq) as model
    from usage_events semi join named using (session_id) where not inherited and clock <= $clock group by session_id
)
select f.session_id, e.reason, l.last_ms, t.output_tokens, t.cached_tokens, f.depth, t.model
from source_files as f semi join named using (session_id)
left join ends as e using (session_id)
left join lasts as l using (session_id)
left join tokens as t using (session_id)
where f.created_ms <= $clock
