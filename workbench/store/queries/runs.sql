-- Workflow runs of one session with the call they belong to.
select run_id, key as call_key, name, state from run_index where session_id = $session order by start_seq
