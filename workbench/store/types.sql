-- The types of the new rows under their own and their common name, and what these types can bring: rows that belong to
-- the call that is running (`during`), rows that the timeline shows as they stand (`change`).
select type, event_kind(type), if(is_during_call(type) or type = 'todo/write', 'during', type),
    if(not is_packed(type) and (not is_known_name(type) or is_notable(type) or is_setting(type)
        or type in ('hook/invoked', 'agent/inbox/spliced')), 'change', type)
from (select distinct type from rows semi join pending using (session_id));
