-- Which call of a session stands below which: dispatches below the call that made them, polls below their job's start.
select parent_key, key from (
    select parent_key, key, coalesce(call_seq, result_seq) as seq
    from call_index where session_id = $session and parent_key is not null and (call_seq <= $seq or result_seq <= $seq)
    union all
    select s.key, p.key, p.seq
    from (select job_id, arg_min(key, seq) as key, min(seq) as seq from job_events
          where session_id = $session and event = 'started' group by job_id) as s
    join (select distinct job_id, key, min(seq) as seq from job_events
          where session_id = $session and event in ('read', 'killed') group by job_id, key) as p using (job_id)
    where p.key <> s.key and p.seq > s.seq and p.seq <= $seq
)
order by seq, key
