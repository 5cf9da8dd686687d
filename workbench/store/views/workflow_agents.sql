-- Members of workflow runs; `seq` is the number of the member in its run. The child session is recorded.
create view workflow_agents as
select run_id, member as seq, label, phase, child_id as child_session_id, outcome, state, session_id, key as call_key,
    start_seq, end_seq, instant(start_ms) as started_at, instant(end_ms) as ended_at,
    case when end_ms >= start_ms then end_ms - start_ms end as duration_ms, start_ms as started_ms,
    end_ms as ended_ms, child_id in (select session_id from source_files) as has_log
from agent_index where not inherited;
