-- Which call of a session stands below which: dispatches below the call that made them, polls below their job's start.
select parent_key, key from all_calls_all where session_id = $session and parent_key is not null
union all
select call_key, poll_key from job_polls where session_id = $session and call_key is not null and poll_key <> call_key
