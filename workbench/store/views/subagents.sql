-- Children of calls: one entry a subagent call (several where the child is ambiguous), the members of a team with the
-- call that made them, and the children of calls whose runs leave no rows (`inferred`: by lineage and time alone).
create view subagents as
with descriptors as (
    select session_id, arg_min(label, seq) as label, arg_min(mode, seq) as mode from session_events
    where event = 'subagent/descriptor' and not inherited group by session_id
),
links as (
    select key, session_id, link_source, unnest(coalesce(candidates, [child_session_id])) as child_session_id
    from call_links
    union all
    select call_key, session_id, if(is_team, 'recorded', 'inferred'), child_session_id from inferred_children
)
select l.session_id, l.key as call_key, l.child_session_id,
    case when l.link_source = 'inferred' then 'foreground' when not is_subagent(c.name) then 'team'
        when not c.is_error and regexp_matches(c.text_start, marker_subagent_started()) then 'continuable'
        when regexp_matches(c.text_start, marker_job_started()) and not c.is_error then 'background'
        when c.result_seq is not null and not coalesce(c.is_error, false) then 'foreground'
        when coalesce(try(c.arguments->'$.run_in_background')::varchar = 'false', false) then 'foreground'
        else 'unknown' end as mode,
    coalesce(d.label, t.label, case when l.link_source <> 'inferred' then try(c.arguments->>'$.description') end) as label,
    l.link_source, d.mode as descriptor_mode, f.session_id is not null as has_log, f.created_ms as child_created_ms,
    c.inherited
from links as l
join call_index as c on c.key = l.key
left join descriptors as d on d.session_id = l.child_session_id
left join source_files as f on f.session_id = l.child_session_id
left join (
    select session_id, child_id, arg_max(label, seq) as label from session_events where event = 'team/member'
    group by session_id, child_id
) as t on t.session_id = l.session_id and t.child_id = l.child_session_id;
