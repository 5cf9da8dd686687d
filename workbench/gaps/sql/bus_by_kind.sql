, logged as (
    select run_id, null::bigint as member, unnest(list_filter(['start', case when end_seq is not null then 'end' end],
        lambda k: k is not null)) as kind from workflow_runs
    union all
    select run_id, seq, unnest(list_filter(['agent-start', case when end_seq is not null then 'agent-end' end],
        lambda k: k is not null)) from workflow_agents
    union all
    select data->>'$.runId', null, regexp_extract(type, '/(phase|log)$', 1) from rows
    where not known and readable and regexp_matches(type, 'workflow/(phase|log)$')
),
spoken as (
    select kind, run_id, member, count(*) as n from bus group by all
),
kept as (
    select kind, run_id, member, count(*) as n from logged group by all
),
joined as (
    select s.kind, s.run_id, s.n as on_bus, least(s.n, coalesce(k.n, 0)) as in_log
    from spoken as s
    left join kept as k on k.kind = s.kind and k.run_id = s.run_id and k.member is not distinct from s.member
)
select kind, sum(on_bus)::bigint as on_bus, sum(in_log)::bigint as in_log, (sum(on_bus) - sum(in_log))::bigint as lost,
    count(distinct run_id) filter (in_log < on_bus) as runs_that_lose
from joined
group by kind
order by list_position(['start', 'phase', 'log', 'agent-start', 'agent-end', 'end'], kind)
