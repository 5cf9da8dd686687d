-- Requests joined with their decision and with the call they are about: the last one with that id before the request.
insert into approval_index
with asked as (
    select * from approval_events semi join pending using (session_id) where event = 'asked'
),
decided as (
    select * from approval_events semi join pending using (session_id) where event = 'decided'
),
owner as (
    select a.session_id, a.seq, c.key
    from (select * from asked where call_id is not null) as a
    asof join (
        select key, session_id, call_id, call_seq from call_index semi join pending using (session_id)
        where call_seq is not null
    ) as c on a.session_id = c.session_id and a.call_id = c.call_id and a.seq > c.call_seq
)
select a.session_id, a.approval_id, o.key, a.call_id, a.tool, a.reason, a.inherited, a.turn, a.step, a.seq, a.clock,
    a.time, d.seq, d.clock, d.time, d.outcome
from asked as a
left join owner as o on a.session_id = o.session_id and a.seq = o.seq
asof left join decided as d
    on a.session_id = d.session_id and a.approval_id = d.approval_id and a.seq < d.seq
order by a.session_id, a.seq;
