-- The session's entry in `sessions`, as it read at a moment.
select s.* replace (
    (select arg_max(title, seq) from session_events
        where session_id = $session and event = 'session/title' and seq <= $seq) as title,
    coalesce(
        (select arg_max(model, seq) from session_events
            where session_id = $session and event = 'request/context' and seq <= $seq),
        (select arg_max(model, seq) from usage_events where session_id = $session and seq <= $seq)) as model,
    coalesce((select arg_max(event, seq) = 'turn/start' from turn_events
        where session_id = $session and event in ('turn/start', 'turn/end') and seq <= $seq), false) as open,
    (select arg_min(label, seq) from session_events
        where session_id = $session and event = 'subagent/descriptor' and not inherited and seq <= $seq) as label,
    (select arg_min(mode, seq) from session_events
        where session_id = $session and event = 'subagent/descriptor' and not inherited and seq <= $seq) as mode)
from sessions as s where s.session_id = $session
