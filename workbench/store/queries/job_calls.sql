-- The job that a call starts, reads or kills, or is about to, joined over all calls and notices that had named it. A job begins with the
-- call that starts it, and is over when the first row says so.
with starts as (
    select job_id, nth, seq from job_events where session_id = $session and event = 'started'
),
named as (
    select distinct key, job_id, nth from job_events
    where session_id = $session and key is not null and event in ('started', 'read', 'killed') and seq <= $seq
    union
    select c.key, c.job_id, coalesce(s.nth, 1)
    from (
        select key, place_seq, coalesce(try(arguments->>'$.job_id'), try(arguments->>'$.task_id')) as job_id
        from call_index
        where session_id = $session and name in ('job_output', 'task_output', 'job_kill', 'task_kill')
            and place_seq <= $seq
            and coalesce(proposed_seq, call_seq, result_seq) is not null and (result_seq is null or result_seq > $seq)
    ) as c asof left join starts as s on s.job_id = c.job_id and s.seq < c.place_seq
),
known as (
    select job_id, nth, arg_max(status, seq) filter (status is not null) as state,
        arg_max(detail, seq) filter (detail is not null) as detail, count(*) filter (event = 'read') as polls,
        any_value(kind) as kind, any_value(label) as label,
        arg_min(key, seq) filter (event = 'started') as start_key,
        min(clock) filter (event = 'started') as started_ms,
        min(clock) filter (status in ('completed', 'killed', 'failed')) as ended_ms,
        min(seq) filter (event = 'notice') as notice_seq, arg_min(clock, seq) filter (event = 'notice') as notice_ms,
        arg_min(status, seq) filter (event = 'notice') as notice_status,
        arg_min(detail, seq) filter (event = 'notice') as notice_detail
    from job_events where session_id = $session and seq <= $seq group by job_id, nth
)
select n.key, n.job_id, k.* exclude (job_id, nth) from named as n join known as k using (job_id, nth)
