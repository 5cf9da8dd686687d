-- Children that a call started without saying so: known by their parent and the time they were made.
select i.call_key, i.child_session_id
from inferred_children as i left join source_files as f on f.session_id = i.child_session_id
where i.session_id = $session order by f.created_ms, i.child_session_id
