-- What was not as it should be: found while reading, or missing beside what was read.
create view damage as
select source, session_id, line, "offset", code, severity, message, raw from damage_rows
union all
select f.source, f.session_id, r.line, r."offset", 'child-log-missing', 'note',
    'The log of session ' || m.child || ', which ' || m.what || ', is not here.', null
from (
    select l.session_id, l.child_session_id as child,
        coalesce(c.result_seq, c.call_seq, c.proposed_seq) as seq,
        'the call ' || c.call_id || ' (' || c.key || ') started' as what
    from call_links as l join call_index as c using (key, session_id)
    where l.child_session_id is not null and not c.inherited
    union all
    select session_id, child_id, start_seq, 'workflow run ' || run_id || ' started'
    from agent_index where child_id is not null and not inherited
    union all
    select session_id, child_id, min(seq), 'team member ' || coalesce(arg_min(label, seq), '?') || ' is'
    from session_events where event = 'team/member' and child_id is not null and not inherited
    group by session_id, child_id
) as m
join source_files as f on f.session_id = m.session_id
left join rows as r on r.session_id = m.session_id and r.seq = m.seq
anti join source_files as present on present.session_id = m.child;
