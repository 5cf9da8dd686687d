-- Phases as their members tell them: from the first start to the last end.
select session_id, run_id, phase, count(*) as members, count(end_seq) as ended,
    count(*) filter (outcome = 'failed') as failed, min(started_ms) as first_ms, max(ended_ms) as last_ms,
    max(ended_ms) - min(started_ms) as lasted_ms, min(start_seq) as seq, any_value(call_key) as key
from workflow_agents
group by session_id, run_id, phase
order by session_id, seq
