-- G2: settled shell commands that ran for $at_least ms or longer, or in the background. Recorded: an event that names
-- their call, of a type that no format knows or that the catalogue calls general, before the result (foreground) or
-- anywhere after the start (background). Joined: background jobs whose end is known by the id in the texts, and which
-- only one call started.
with general as (
    select session_id, seq, coalesce(data->>'$.callId', data->>'$.toolCallId') as call_id
    from rows where readable and (not known or list_contains($general, type))
),
commands as (
    select * from all_calls
    where name in ('bash', 'pwsh') and call_seq is not null and result_seq is not null
        and (background and not coalesce(is_error, true) or not background and duration_ms >= $at_least)
),
told as (
    select c.key, count(*) as events
    from commands as c
    join general as g on g.session_id = c.session_id and g.call_id = c.call_id and g.seq > c.call_seq
        and (c.background or g.seq < c.result_seq)
    group by c.key
),
started as (
    select call_key, session_id, job_id, state, polls, count(*) over (partition by session_id, job_id) as starts
    from jobs where call_key is not null
)
select c.session_id, c.call_seq as seq, c.key, c.name as tool, s.generation,
    case when t.events > 0 then 'recorded'
        when c.background and j.starts = 1 and j.state in ('completed', 'killed', 'failed') then 'joined'
        else 'missing' end as has,
    c.background, c.duration_ms, c.result_chars, c.outcome, c.error_code, j.job_id, j.state as job_state, j.polls,
    c.result_seq
from commands as c
join sessions as s using (session_id)
left join told as t using (key)
left join started as j on j.call_key = c.key
order by c.background, c.duration_ms desc, c.key
