-- Which call of a session stands below which: dispatches below the call that made them, and what looks at a job or
-- orders its end below the job's start, the last one of that id before it: from the call on, whose arguments name the job, whatever comes of it.
select parent_key, key from (
    select parent_key, key, coalesce(call_seq, result_seq) as seq
    from call_index where session_id = $session and parent_key is not null and (call_seq <= $seq or result_seq <= $seq)
    union all
    select s.key, p.key, p.place_seq
    from (
        select key, place_seq, coalesce(try(arguments->>'$.job_id'), try(arguments->>'$.task_id')) as job_id
        from call_index
        where session_id = $session and name in ('job_output', 'task_output', 'job_kill', 'task_kill')
            and not is_dispatch and place_seq <= $seq and coalesce(proposed_seq, call_seq, result_seq) is not null
    ) as p
    asof join (select job_id, seq, key from job_events where session_id = $session and event = 'started') as s
        on s.job_id = p.job_id and s.seq < p.place_seq
    where p.key <> s.key
)
order by seq, key
