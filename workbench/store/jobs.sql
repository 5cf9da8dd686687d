-- Background jobs have no events of their own: what is known of them stands in the texts of the calls that started,
-- read, listed or killed them, and in the notice that one ended.
-- if: select 1 from call_index semi join pending using (session_id) where regexp_matches(text_start, marker_job_started()) or is_about_jobs(name) union all select 1 from message_events semi join pending using (session_id) where source_kind = 'tool-jobs' limit 1
insert into job_events
with calls as (
    select *,
        case when is_about_jobs(name) then coalesce(try(arguments->>'$.job_id'), try(arguments->>'$.task_id')) end
            as named_job
    from call_index semi join pending using (session_id)
    where result_seq is not null and text_start is not null
),
started as (
    select session_id, regexp_extract(text_start, marker_job_started(), 1) as job_id, result_seq, result_clock,
        'started', key, 'running', null, null, null, inherited
    from calls where not is_error and regexp_matches(text_start, marker_job_started())
        and name not in ('job_output', 'job_list', 'job_kill')
),
read as (
    select session_id, named_job, result_seq, result_clock, 'read', key, status, status_detail, null, null, inherited
    from calls where name in ('job_output', 'task_output') and named_job is not null and not is_error
),
killed as (
    select session_id, named_job, result_seq, result_clock, 'killed', key,
        case when regexp_matches(text_start, marker_job_kill_requested()) then 'stopping'
            else nullif(regexp_extract(text_start, marker_job_kill_finished(), 2), '') end,
        nullif(regexp_extract(text_start, marker_job_kill_finished(), 3), ''), null, null, inherited
    from calls where name in ('job_kill', 'task_kill') and named_job is not null and not is_error
),
lines as (
    select *, unnest(string_split(text_start, chr(10))) as line
    from calls where name in ('job_list', 'task_list') and not is_error
),
listed as (
    select session_id, regexp_extract(line, marker_job_listed(), 1), result_seq, result_clock, 'listed', key,
        regexp_extract(line, marker_job_listed(), 3), null, regexp_extract(line, marker_job_listed(), 2),
        regexp_extract(line, marker_job_listed(), 4), inherited
    from lines where regexp_matches(line, marker_job_listed())
),
notices as (
    select session_id, regexp_extract(text_start, marker_job_notice(), 1), seq, clock, 'notice', null,
        regexp_extract(text_start, marker_job_notice(), 4),
        nullif(regexp_extract(text_start, marker_job_notice(), 5), ''),
        regexp_extract(text_start, marker_job_notice(), 2), regexp_extract(text_start, marker_job_notice(), 3),
        inherited
    from message_events semi join pending using (session_id)
    where role = 'user' and source_kind = 'tool-jobs'
        and regexp_matches(text_start, marker_job_notice())
)
select *, greatest(1, count(*) filter (event = 'started')
    over (partition by session_id, job_id order by seq rows unbounded preceding))
from (
    select * from started union all select * from read union all select * from killed
    union all select * from listed union all select * from notices
) as found(session_id, job_id, seq, clock, event, key, status, detail, kind, label, inherited)
where job_id <> ''
order by session_id, seq;
