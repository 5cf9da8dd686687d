-- Requests joined with their decision and with the call they are about: the last one with that id before the request.
insert into approval_index
with asked as (
    select * from approval_events semi join pending using (session_id) where event = 'asked'
),
decided as (
    select * from approval_events semi join pending using (session_id) where event = 'decided'
),
owner as (
    select a.session_id, a.seq, c.key,
        case when c.closed_seq < c.result_seq or c.result_seq is null then c.closed_seq else c.result_seq end as end_seq,
        case when c.closed_seq < c.result_seq or c.result_seq is null then c.closed_clock else c.result_clock end
            as end_clock
    from (select * from asked where call_id is not null) as a
    asof join (
        select key, session_id, call_id, call_seq, result_seq, result_clock, closed_seq, closed_clock from call_index semi join pending using (session_id)
        where call_seq is not null
    ) as c on a.session_id = c.session_id and a.call_id = c.call_id and a.seq > c.call_seq
),
turned as (
    select session_id, seq, clock from turn_events semi join pending using (session_id)
    where event in ('turn/start', 'turn/end', 'session/end-seed')
)
select a.session_id, a.approval_id, o.key, a.call_id, a.tool, a.reason, a.inherited, a.turn, a.step, a.seq, a.clock,
    a.time, d.seq, d.clock, d.time, d.outcome,
    case when o.key is null then t.seq when o.end_seq > a.seq then o.end_seq end,
    case when o.key is null then t.clock when o.end_seq > a.seq then o.end_clock end
from asked as a
left join owner as o on a.session_id = o.session_id and a.seq = o.seq
asof left join decided as d
    on a.session_id = d.session_id and a.approval_id = d.approval_id and a.seq < d.seq
asof left join turned as t on a.session_id = t.session_id and a.seq < t.seq
order by a.session_id, a.seq;
