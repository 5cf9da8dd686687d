-- Where sessions come from: one entry a session that names a parent, or that a parent names. `relation` is fork (a copy of
-- a beginning goes its own way), subagent, workflow, ralph or team. `call_key` is the call it belongs to, NULL where that
-- cannot be told; `link_source` says how it was. A parent or a child whose log is not here is an entry as well.
create view lineage as
with linked as (
    select l.session_id, l.child_session_id, l.key as call_key, l.link_source, 'subagent' as relation
    from call_links as l join call_index as c using (key, session_id)
    where l.child_session_id is not null and not c.inherited
    union all
    select a.session_id, a.child_id, a.key, 'recorded', 'workflow'
    from agent_index as a where a.child_id is not null and not a.inherited
    union all
    select i.session_id, i.child_session_id, i.call_key, if(i.is_team, 'recorded', 'inferred'),
        case when i.is_team then 'team' when c.name = 'ralph' then 'ralph' else 'workflow' end
    from inferred_children as i join call_index as c on c.key = i.call_key
),
told as (
    select session_id, child_session_id, any_value(call_key) as call_key, any_value(link_source) as link_source,
        any_value(relation) as relation
    from linked group by session_id, child_session_id
),
named as (
    select f.parent_session as session_id, f.session_id as child_session_id,
        if(f.origin is distinct from 'subagent', 'fork', 'subagent') as relation
    from source_files as f where f.parent_session is not null
)
select coalesce(t.session_id, n.session_id) as session_id,
    coalesce(t.child_session_id, n.child_session_id) as child_session_id,
    case when n.relation = 'fork' then 'fork' else coalesce(t.relation, n.relation) end as relation, t.call_key,
    case when n.relation = 'fork' then 'recorded' else coalesce(t.link_source, 'none') end as link_source,
    p.session_id is not null as has_parent_log, k.session_id is not null as has_log, k.depth, k.created_ms,
    instant(k.created_ms) as created_at, coalesce(s.inherited_events, 0)::bigint as inherited_events
from told as t
full join named as n using (session_id, child_session_id)
left join source_files as p on p.session_id = coalesce(t.session_id, n.session_id)
left join source_files as k on k.session_id = coalesce(t.child_session_id, n.child_session_id)
left join (select session_id, sum(n) filter (inherited) as inherited_events from rows group by session_id) as s
    on s.session_id = k.session_id
order by session_id, created_ms nulls last, child_session_id;

-- Sessions that name a parent whose log is not here: nothing is attached to anything for them.
create view unrelated as
select child_session_id as session_id, session_id as parent_session, relation from lineage
where not has_parent_log and has_log;

-- Where a session was picked up again by another process: rows that end no copied beginning.
create view pickups as
select t.session_id, t.seq, instant(t.time) as picked_up_at, t.time
from turn_events as t
join source_files as f using (session_id)
left join (select session_id, max(seq + n) as first_own from rows where inherited group by session_id) as i
    using (session_id)
where t.event = 'session/end-seed' and not t.inherited
    and (i.first_own is null or t.seq <> i.first_own)
order by t.session_id, t.seq;
