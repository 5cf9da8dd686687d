-- Children that a call had started without saying so: known by their parent and the time they were made. `named` are
-- those that a call names.
select i.call_key, i.child_session_id, if(i.is_team, 'recorded', 'inferred') as link_source
from lineage_until($session, $seq, $clock, $named::varchar[]) as i
join source_files as f on f.session_id = i.child_session_id
order by f.created_ms, i.child_session_id
