-- Members of the workflow runs of one session, in the order of their numbers.
select run_id, member as seq, label, phase, child_id as child_session_id, outcome, state, start_ms as started_ms,
    end_ms as ended_ms
from agent_index where session_id = $session order by run_id, member, start_seq
