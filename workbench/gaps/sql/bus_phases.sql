, rebuilt as (
    select run_id, phase, min(started_ms) as started_ms, max(ended_ms) as ended_ms, count(*) as members
    from workflow_agents where phase is not null group by run_id, phase
)
select b.run_id, b.run_name, b.said as phase, b.t as said_ms, r.started_ms, r.members,
    round(r.started_ms - b.t, 3) as late_ms
from bus as b
left join rebuilt as r on r.run_id = b.run_id and r.phase = b.said
where b.kind = 'phase'
order by b.t
