-- One entry a log. The title is the last that was given, the model the last that was asked. `open` says that the last
-- turn has no end: still being written, or crashed.
create view sessions as
select f.session_id, f.source, f.generation, instant(f.created_ms) as created_at, f.cwd, t.title,
    f.parent_session, f.origin, f.depth, f.preset, coalesce(m.model, u.model) as model, f.open_turn as open,
    f.created_ms, s.label, s.mode, f.path, f.header_id, f.state
from source_files as f
left join (
    select session_id, arg_max(title, seq) as title from session_events where event = 'session/title'
    group by session_id
) as t using (session_id)
left join (
    select session_id, arg_max(model, seq) as model from session_events where event = 'request/context'
    group by session_id
) as m using (session_id)
left join (select session_id, arg_max(model, seq) as model from usage_events group by session_id) as u using (session_id)
left join (
    select session_id, arg_min(label, seq) as label, arg_min(mode, seq) as mode from session_events
    where event = 'subagent/descriptor' and not inherited group by session_id
) as s using (session_id);
