-- What the rows between call and result of long calls are: those that belong to the call, by type.
select r.type, c.name as tool, count(*) as rows, count(distinct c.key) as calls
from all_calls as c
join card_rows as k on k.card_key = c.key and k.session_id = c.session_id
    and k.role in ('asked', 'decided', 'workflow', 'during', 'dispatch-start', 'dispatch')
    and k.seq > c.call_seq and k.seq < c.result_seq
join rows as r on r.session_id = k.session_id and r.seq = k.seq
where c.duration_ms >= $at_least
group by r.type, c.name
union all
select r.type, p.name, count(*), count(distinct p.key)
from all_calls as c
join all_calls as p on p.key = c.root_key and p.duration_ms >= $at_least
join card_rows as k on k.card_key = c.key and k.session_id = c.session_id and k.role in ('dispatch-start', 'dispatch')
join rows as r on r.session_id = k.session_id and r.seq = k.seq
where c.is_dispatch
group by r.type, p.name
union all
select 'events of the child''s own log', c.name, sum(r.n)::bigint, count(distinct c.key)
from all_calls as c
join rows as r on r.session_id = c.child_session_id and not r.inherited
where c.duration_ms >= $at_least and c.child_session_id is not null
group by c.name
order by rows desc, type, tool
