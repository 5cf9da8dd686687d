-- The job that a call starts, reads or kills, joined over all calls that name it.
with named as (
    select distinct key, job_id from job_events
    where session_id = $session and key is not null and event in ('started', 'read', 'killed')
),
known as (
    select job_id, arg_max(status, seq) filter (status is not null) as state,
        arg_max(detail, seq) filter (detail is not null) as detail, count(*) filter (event = 'read') as polls
    from job_events where session_id = $session group by job_id
)
select n.key, n.job_id, k.state, try_cast(regexp_extract(k.detail, '^exit code: ([0-9]+)$', 1) as bigint) as exit_code, k.polls
from named as n join known as k using (job_id)
