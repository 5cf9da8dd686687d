with commands as (
    select * from all_calls where name in ('bash', 'pwsh') and call_seq is not null and result_seq is not null
),
front as (
    select * from commands where not background and duration_ms is not null
),
polls as (
    select * from job_polls semi join (from jobs where kind in ('bash', 'pwsh')) using (session_id, job_id)
),
polled as (
    select count(*) filter (event = 'read') as reads from polls group by session_id, job_id
),
noticed as (
    -- the first message that carries a notice against the moment it was put into the inbox
    select j.session_id, j.job_id, min(m.time) - min(r.time) as late_ms
    from job_events as j
    join message_events as m on m.session_id = j.session_id and m.seq = j.seq
    join rows as r on r.session_id = j.session_id and r.type = 'agent/inbox/spliced' and r.seq < j.seq
        and contains(r.data, m.message_id)
    where j.event = 'notice' and not j.inherited
        and (j.session_id, j.job_id) in (select (session_id, job_id) from jobs where kind in ('bash', 'pwsh'))
    group by j.session_id, j.job_id
)
select (select sum(duration_ms)::bigint from front where duration_ms >= $at_least) as silent_ms,
    (select sum(result_chars)::bigint from front) as output_chars,
    (select max(result_chars) from front) as largest_chars,
    (select count(*) from commands where error_code in ('ABORTED', 'TOOL_OUTCOME_UNKNOWN')) as aborted,
    (select count(*) from jobs where kind in ('bash', 'pwsh')) as jobs,
    (select count(*) from jobs where kind in ('bash', 'pwsh') and call_key is not null) as jobs_joined,
    (select count(distinct poll_key) from polls where event <> 'notice') as polls,
    (select max(reads) from polled) as pieces,
    (select max(late_ms) from noticed) as notice_ms
