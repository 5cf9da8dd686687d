-- Which session a subagent call started. A log says it in the text of the result, or not at all: then the child is the
-- one session that names this one as its parent, was made while the call ran, and has the call's description as its
-- label and the call's prompt as its first message. Several such sessions, or several such calls: ambiguous.
delete from call_links;
insert into call_links
with calls as (
    select key, session_id, call_seq, started_ms, case when not borrowed_time then result_ms end as result_ms,
        try(arguments->>'$.description') as label, left(try(arguments->>'$.prompt'), 4000) as prompt,
        case when not coalesce(is_error, true)
            then nullif(regexp_extract(text_start, marker_subagent_started(), 1), '') end as said
    from call_index where is_subagent(name)
),
children as (
    select f.session_id, f.parent_session, f.created_ms, d.label, m.text_start as prompt
    from source_files as f
    left join (
        select session_id, arg_min(label, seq) as label from session_events
        where event = 'subagent/descriptor' and not inherited group by session_id
    ) as d using (session_id)
    left join (
        select session_id, arg_min(text_start, seq) as text_start from message_events
        where role = 'user' and not inherited and coalesce(source_kind, 'user') = 'user' group by session_id
    ) as m using (session_id)
    where f.parent_session is not null
),
ends as (
    select session_id, max(time) as ended_ms from turn_events
    where event = 'turn/end' and not inherited group by session_id
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
        case when c.said is null and not coalesce(j.only_one, true) then j.candidates end as candidates
    from calls as c left join joined as j using (key)
)
select l.key, l.session_id, l.child, l.source, e.ended_ms, l.candidates
from linked as l left join ends as e on l.child = e.session_id;

-- Children that nothing names: of runs inside programs and of tools that leave no rows. They were made while one call
-- ran that can start children; the innermost of these is the last that started.
delete from inferred_children;
insert into inferred_children
with free as (
    select f.session_id, f.parent_session, f.created_ms
    from source_files as f
    anti join (select child_session_id as session_id from call_links where child_session_id is not null) as a
        using (session_id)
    anti join (select unnest(candidates) as session_id from call_links) as b using (session_id)
    anti join (select child_id as session_id from agent_index) as c using (session_id)
    where f.parent_session is not null and f.origin = 'subagent'
)
select k.parent_session, arg_max(c.key, c.call_seq), k.session_id
from free as k
join call_index as c
    on c.session_id = k.parent_session and c.started_ms <= k.created_ms
    and (c.result_ms is null or c.borrowed_time or k.created_ms <= c.result_ms)
    and (c.name = 'ralph' or (c.name = 'workflow' and c.is_dispatch))
group by k.parent_session, k.session_id;
