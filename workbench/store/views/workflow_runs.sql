-- Runs of the workflow tool; which call a run belongs to is inferred from the position of its rows.
create view workflow_runs as
select run_id, session_id, key as call_key, name, state, start_seq, end_seq, instant(start_ms) as started_at,
    instant(end_ms) as ended_at, case when end_ms >= start_ms then end_ms - start_ms end as duration_ms,
    start_ms as started_ms, end_ms as ended_ms
from run_index where not inherited;
