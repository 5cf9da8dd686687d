-- Links between logs, over all that is loaded: a child may come before or after its parent.
delete from call_links;
-- if: select 1 from call_index where is_subagent(name) limit 1
insert into call_links
select key, session_id, child_session_id, link_source, child_ended_ms, candidates from links_until(null, null, null);

delete from inferred_children;
-- if: select 1 from source_files where parent_session is not null and origin = 'subagent' union all select 1 from session_events where event = 'team/member' limit 1
insert into inferred_children
select session_id, call_key, child_session_id, is_team
from lineage_until(null, null, null, (
    select list(child) from (
        select child_session_id as child from call_links where child_session_id is not null
        union select unnest(candidates) from call_links)));
