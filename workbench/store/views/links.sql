-- Whether something had happened: for the rows of the session itself by their number, for those of others by their
-- clock. Without a session (NULL), everything had.
create macro arrived(of_session, session_id, seq, at_seq, clock, at_clock) as case
    when of_session is null then seq is not null
    when session_id = of_session then coalesce(seq <= at_seq, false)
    else seq is not null and coalesce(clock <= at_clock, true)
end;

-- Which session a subagent call started, as far as it could be told at a moment: for one session, or for all (NULL). A
-- log says it in the text of the result, or not at all: then the child is the one session that names this one as its
-- parent, was made while the call ran, and has the call's description as its label and the call's prompt as its first
-- message. Several such sessions, or several such calls: ambiguous. `child_ended_ms` is the last end of a turn of the
-- child while the call ran.
create macro links_until(of_session, at_seq, at_clock) as table
with calls as (
    select key, session_id, call_seq,
        case when arrived(of_session, session_id, call_seq, at_seq, call_clock, at_clock) then started_ms end
            as started_ms,
        case when arrived(of_session, session_id, result_seq, at_seq, result_clock, at_clock) and not borrowed_time
            then result_ms end as result_ms,
        try(arguments->>'$.description') as label, left(try(arguments->>'$.prompt'), 4000) as prompt,
        case when arrived(of_session, session_id, result_seq, at_seq, result_clock, at_clock)
            and not coalesce(is_error, true)
            then nullif(regexp_extract(text_start, marker_subagent_started(), 1), '') end as said
    from call_index where is_subagent(name) and (of_session is null or session_id = of_session)
),
children as (
    select f.session_id, f.parent_session, f.created_ms, d.label, m.text_start as prompt
    from (
        select * from source_files
        where parent_session is not null and (of_session is null or (parent_session = of_session and created_ms <= at_clock))
    ) as f
    left join (
        select session_id, arg_min(label, seq) as label from session_events
        where event = 'subagent/descriptor' and not inherited
            and arrived(of_session, session_id, seq, at_seq, clock, at_clock)
        group by session_id
    ) as d using (session_id)
    left join (
        select session_id, arg_min(text_start, seq) as text_start from message_events
        where role = 'user' and not inherited and coalesce(source_kind, 'user') = 'user'
            and arrived(of_session, session_id, seq, at_seq, clock, at_clock)
        group by session_id
    ) as m using (session_id)
),
fits as (
    select c.key, k.session_id as child
    from calls as c
    join children as k
        on k.parent_session = c.session_id and k.label = c.label and k.prompt = c.prompt
        and k.created_ms >= c.started_ms and (c.result_ms is null or k.created_ms <= c.result_ms)
    anti join (select said as session_id from calls where said is not null) as named
        on k.session_id = named.session_id
    where c.said is null
),
counted as (
    select *, count(*) over (partition by key) as children, count(*) over (partition by child) as callers from fits
),
joined as (
    select key, list(child order by child) as candidates, bool_and(children = 1 and callers = 1) as only_one
    from counted group by key
),
linked as (
    select c.key, c.session_id, coalesce(c.said, case when j.only_one then j.candidates[1] end) as child,
        case when c.said is not null then 'text-id' when j.only_one then 'label-prompt-time'
            when j.key is not null then 'ambiguous' else 'none' end as source,
        case when c.said is null and not coalesce(j.only_one, true) then j.candidates end as candidates, c.result_ms
    from calls as c left join joined as j using (key)
)
select l.key, l.session_id, any_value(l.child) as child_session_id, any_value(l.source) as link_source,
    max(e.time) as child_ended_ms, any_value(l.candidates) as candidates
from linked as l
left join (
    select session_id, time from turn_events
    where event = 'turn/end' and not inherited and arrived(of_session, session_id, seq, at_seq, clock, at_clock)
) as e on l.child = e.session_id and (l.result_ms is null or e.time <= l.result_ms)
group by l.key, l.session_id;

-- Children that nothing names, with the call they are put under: of runs inside programs and of tools that leave no
-- rows. They were made while one call ran that can start children; the innermost of these is the last that started.
-- `named` are the sessions that calls name already.
create macro lineage_until(of_session, at_seq, at_clock, named) as table
with free as (
    select f.session_id, f.parent_session, f.created_ms
    from source_files as f
    anti join (select unnest(named) as session_id) as a using (session_id)
    anti join (
        select child_id as session_id from agent_index
        where arrived(of_session, session_id, start_seq, at_seq, start_clock, at_clock)
    ) as b using (session_id)
    where f.parent_session is not null and f.origin = 'subagent'
        and (of_session is null or (f.parent_session = of_session and f.created_ms <= at_clock))
)
select k.parent_session as session_id, arg_max(c.key, c.call_seq) as call_key, k.session_id as child_session_id
from free as k
join call_index as c
    on c.session_id = k.parent_session and c.started_ms <= k.created_ms
    and arrived(of_session, c.session_id, c.call_seq, at_seq, c.call_clock, at_clock)
    and (c.result_ms is null or c.borrowed_time or k.created_ms <= c.result_ms
        or not arrived(of_session, c.session_id, c.result_seq, at_seq, c.result_clock, at_clock))
    and (c.name = 'ralph' or (c.name = 'workflow' and c.is_dispatch))
group by k.parent_session, k.session_id;
