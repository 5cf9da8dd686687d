-- Where turns and steps begin and end, and where a log was picked up again. The first builds wrote reasons flat, or an
-- error beside them.
insert into turn_events
select session_id, seq, time, clock, turn, step, inherited, type,
    case when j.reason.kind = 'disposed' then 'aborted'
        else coalesce(j.reason.kind, case when j.error is not null then 'error' end) end,
    coalesce(j.reason.reason.kind, case when j.reason.kind = 'disposed' then 'disposed' end, j.reason.error.message,
        j.reason.error.code, j.reason.message, j.reason.code,
        if(json_type(j.error) = 'VARCHAR', j.error->>'$', coalesce(j.error->>'$.message', j.error->>'$.code')))
from (
    select *, json_transform(data, '{"error":"JSON","reason":{"kind":"VARCHAR","message":"VARCHAR","code":"VARCHAR","reason":{"kind":"VARCHAR"},"error":{"message":"VARCHAR","code":"VARCHAR"}}}') as j
    from pending_rows
    where readable and type in (
        'turn/start', 'turn/end', 'step/start', 'step/end', 'session/end-seed')
);
