-- What a session says about itself: title, model, how it was started as somebody's child, which children it had.
insert into session_events
select session_id, seq, time, clock, turn, step, inherited, type, j.title, j.provider, j.model, j.mode, j.label,
    j."childId"
from (
    select *, json_transform(data, '{"title":"VARCHAR","provider":"VARCHAR","model":"VARCHAR","mode":"VARCHAR","label":"VARCHAR","childId":"VARCHAR"}') as j
    from pending_rows
    where readable and type in (
        'session/title', 'request/context', 'subagent/descriptor', 'subagent/catalog')
);
