-- What a session says about itself: title, model, how it was started as somebody's child, which children it had. A member
-- of a team is a session of its own, under the member's id.
insert into session_events
select session_id, seq, time, clock, turn, step, inherited, type, j.title, coalesce(j.provider, j.member.provider),
    j.model, coalesce(j.mode, j.member.phase), coalesce(j.label, j.member.name), coalesce(j."childId", j.member.id),
    j."childCreatedAt"
from (
    select *, json_transform(data, '{"title":"VARCHAR","provider":"VARCHAR","model":"VARCHAR","mode":"VARCHAR","label":"VARCHAR","childId":"VARCHAR","childCreatedAt":"BIGINT","member":{"id":"VARCHAR","name":"VARCHAR","provider":"VARCHAR","phase":"VARCHAR"}}') as j
    from pending_rows
    where readable and type in (
        'session/title', 'request/context', 'subagent/descriptor', 'subagent/catalog', 'team/member')
);
