-- Where turns and steps begin and end, and where a log was picked up again.
insert into turn_events
select session_id, seq, time, clock, turn, step, inherited, type, j.reason.kind,
    coalesce(j.reason.reason.kind, j.reason.error.message, j.reason.error.code)
from (
    select *, json_transform(data, '{"reason":{"kind":"VARCHAR","reason":{"kind":"VARCHAR"},"error":{"message":"VARCHAR","code":"VARCHAR"}}}') as j
    from pending_rows
    where readable and type in (
        'turn/start', 'turn/end', 'step/start', 'step/end', 'session/end-seed')
);
