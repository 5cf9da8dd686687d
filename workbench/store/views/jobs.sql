-- Background jobs as far as texts tell, one entry a start. `state` is the last status that was said.
create view jobs as
select j.session_id, j.job_id,
    arg_min(j.key, j.seq) filter (j.event = 'started') as call_key,
    coalesce(arg_max(j.kind, j.seq), arg_min(c.name, j.seq) filter (j.event = 'started')) as kind,
    coalesce(arg_max(j.label, j.seq),
        arg_min(coalesce(try(c.arguments->>'$.command'), try(c.arguments->>'$.description')), j.seq)
            filter (j.event = 'started')) as label,
    arg_max(j.status, j.seq) as state,
    try_cast(nullif(regexp_extract(arg_max(j.detail, j.seq), marker_job_exit(), 1), '') as bigint) as exit_code,
    count(*) filter (j.event = 'read') as polls,
    nullif(regexp_extract(arg_max(j.detail, j.seq), marker_job_signal(), 1), '') as signal,
    min(j.seq) as first_seq, max(j.seq) as last_seq
from job_events as j left join call_index as c on c.key = j.key
where not j.inherited
group by j.session_id, j.job_id, j.nth
order by j.session_id, first_seq;

-- The calls that read, listed or killed a job, and the notice that it ended, in order.
create view job_polls as
select e.session_id, e.job_id, s.key as call_key, e.key as poll_key, e.seq, e.event, e.status, e.detail
from job_events as e
left join (select session_id, job_id, nth, arg_min(key, seq) as key from job_events where event = 'started'
    group by session_id, job_id, nth) as s using (session_id, job_id, nth)
where e.event <> 'started'
order by e.session_id, e.seq;
