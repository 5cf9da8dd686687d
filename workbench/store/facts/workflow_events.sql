insert into workflow_events
select session_id, seq, time, clock, turn, step, inherited, split_part(type, '/', 2), coalesce(j."runId", ''), j.name,
    j.seq, j.label, j.phase, j."childId", coalesce(j.outcome, j."stopReason")
from (
    select *, json_transform(data, '{"runId":"VARCHAR","name":"VARCHAR","seq":"BIGINT","label":"VARCHAR","phase":"VARCHAR","childId":"VARCHAR","outcome":"VARCHAR","stopReason":"VARCHAR"}') as j
    from pending_rows
    where readable and type in (
        'tool-workflow/run-start', 'tool-workflow/agent-start', 'tool-workflow/agent-end', 'tool-workflow/run-end')
);
