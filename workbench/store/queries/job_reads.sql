-- The calls that had looked at a job of one session or ordered its end, in order.
select job_id, key from job_events
where session_id = $session and event in ('read', 'killed') and key is not null and seq <= $seq
group by job_id, key order by job_id, min(seq), key
