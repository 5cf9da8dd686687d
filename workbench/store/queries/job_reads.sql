-- The calls that had looked at a job of one session or ordered its end, in order.
select s.key as start_key, e.key
from (select * from job_events where event in ('read', 'killed') and key is not null) as e
join (select session_id, job_id, nth, arg_min(key, seq) as key from job_events where event = 'started' group by all) as s
    using (session_id, job_id, nth)
where e.session_id = $session and e.seq <= $seq
group by s.key, e.key order by s.key, min(e.seq), e.key
