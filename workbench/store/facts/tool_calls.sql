insert into tool_calls
select session_id, seq, time, clock, turn, step, inherited,
    coalesce(j."callId", ''), coalesce(j.name, ''), j.arguments
from (
    select *, json_transform(data, '{"callId":"VARCHAR","name":"VARCHAR","arguments":"VARCHAR"}') as j
    from pending_rows where type = 'tool/call' and readable
);
