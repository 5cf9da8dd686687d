-- G4: one entry a child that a call started. Recorded: a member of a workflow, or an event that names both the call and
-- the child. Joined: one child without ambiguity by the list of children in the parent's log, which does not name the
-- call, by the id in a text, by label, first message and time, or by lineage.
-- A subagent call that failed and has no child is taken for one that started none.
with few as materialized (
    select session_id, data from rows where readable and (not known or type = 'subagent/catalog')
),
fields as (
    select session_id, data->>'$.callId' as call_id, max(data->>'$.childId') as child_id
    from few where contains(data, '"childId"') and contains(data, '"callId"') group by all
),
called as (
    select c.session_id, c.call_seq as seq, c.key, c.name as tool, c.link_source, c.child_session_id,
        f.child_id as recorded_child
    from all_calls as c
    left join fields as f on f.session_id = c.session_id and f.call_id = c.call_id
    where c.name in ('subagent', 'subagent_fork') and c.call_seq is not null
        and (c.link_source <> 'none' or f.child_id is not null
            or (c.result_seq is not null and not coalesce(c.is_error, false)))
),
children as (
    select session_id, seq, key, tool,
        case when recorded_child is not null then 'field' when link_source = 'recorded' then 'catalog'
            else link_source end as way,
        coalesce(recorded_child, child_session_id) as child_session_id
    from called
    union all
    select a.session_id, a.start_seq, a.call_key, coalesce(c.name, 'workflow'),
        case when a.child_session_id is not null then 'member' else 'none' end, a.child_session_id
    from workflow_agents as a left join all_calls as c on c.key = a.call_key
    union all
    select s.session_id, c.call_seq, s.call_key, c.name, 'lineage', s.child_session_id
    from subagents as s join all_calls as c on c.key = s.call_key
    where s.link_source = 'inferred'
)
select x.session_id, x.seq, x.key, x.tool, s.generation,
    case when x.way in ('field', 'member') then 'recorded'
        when x.way in ('catalog', 'text-id', 'label-prompt-time', 'lineage') then 'joined' else 'missing' end as has,
    x.way, x.child_session_id, x.child_session_id in (select session_id from sessions) as has_log
from children as x
join sessions as s using (session_id)
order by x.session_id, x.seq, x.child_session_id
