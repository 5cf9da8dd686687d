insert into approval_events
select session_id, seq, time, clock, turn, step, inherited,
    case type when 'approval/asked' then 'asked' else 'decided' end,
    coalesce(j.id, ''), j."toolName", j."callId", j.reason, j.outcome
from (
    select *, json_transform(data, '{"id":"VARCHAR","toolName":"VARCHAR","callId":"VARCHAR","reason":"VARCHAR","outcome":"VARCHAR"}') as j
    from pending_rows
    where readable and type in ('approval/asked', 'approval/decided')
);
