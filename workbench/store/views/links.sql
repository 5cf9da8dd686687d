-- Whether something had happened: for the rows of the session itself by their number, for those of others by their
-- clock. Without a session (NULL), everything had.
create macro arrived(of_session, session_id, seq, at_seq, clock, at_clock) as case
    when of_session is null then seq is not null
    when session_id = of_session then coalesce(seq <= at_seq, false)
    else seq is not null and coalesce(clock <= at_clock, true)
end;

-- Which session a subagent call started, as far as it could be told at a moment: for one session, or for all (NULL).
-- `recorded`: from generation 3 on the parent's log names each child when it is made, though not the call; it belongs to
-- the one call that runs there and has its label. Names that a migration put at the end of a log, where no call runs,
-- say no more than that the child exists. `text-id`: the result names the child. `label-prompt-time`: it is the one
-- session that names this one as its parent, was made while the call ran, and has the call's description as its label and
-- the call's prompt as its first message (which only its own log could say). Several such sessions, or several such
-- calls: ambiguous. A call that was copied with the beginning of another session has the children of the original.
-- `child_ended_ms` is the last end of a turn of the child while the call ran.
create macro links_until(of_session, at_seq, at_clock) as table
with recursive family as (
    select session_id, session_id as member from source_files where of_session is null or session_id = of_session
    union
    select f.session_id, s.parent_session
    from family as f join source_files as s on s.session_id = f.member
    where s.parent_session is not null and s.origin is distinct from 'subagent'
),
calls as (
    select key, session_id, call_seq, inherited,
        case when arrived(of_session, session_id, call_seq, at_seq, call_clock, at_clock) then started_ms end
            as started_ms,
        case when arrived(of_session, session_id, result_seq, at_seq, result_clock, at_clock) and not borrowed_time
            then result_ms end as result_ms,
        coalesce(result_seq, closed_seq) as end_seq,
        try(arguments->>'$.description') as label, without_nul(left(try(arguments->>'$.prompt'), 4000)) as prompt,
        case when arrived(of_session, session_id, result_seq, at_seq, result_clock, at_clock)
            and not coalesce(is_error, true)
            then nullif(regexp_extract(text_start, marker_subagent_started(), 1), '') end as said
    from call_index where is_subagent(name) and (of_session is null or session_id = of_session)
),
catalog as (
    select session_id, seq, child_id, label, child_created_ms, inherited from session_events
    where event = 'subagent/catalog' and child_id is not null and (of_session is null or session_id = of_session)
        and arrived(of_session, session_id, seq, at_seq, clock, at_clock)
),
listed as (
    select key, child, count(*) over (partition by key) as children,
        count(*) over (partition by session_id, child) as callers
    from (
        select distinct c.key, k.session_id, k.child_id as child
        from catalog as k
        join calls as c
            on c.session_id = k.session_id and k.seq > c.call_seq and (c.end_seq is null or k.seq < c.end_seq)
            and (k.label is null or c.label is null or k.label = c.label)
            and (k.child_created_ms is null or c.started_ms is null or k.child_created_ms >= c.started_ms)
    )
),
recorded as (
    select key, child from listed where children = 1 and callers = 1
),
children as (
    select f.session_id, f.parent_session, f.created_ms, d.label, m.text_start as prompt, true as has_log
    from (
        select * from source_files
        where parent_session in (select member from family) and (of_session is null or created_ms <= at_clock)
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
    union all
    -- children whose log is not here, as their parent's names them
    select distinct k.child_id, k.session_id, k.child_created_ms, k.label, null, false
    from catalog as k
    anti join (from source_files where of_session is null or created_ms <= at_clock) as f on f.session_id = k.child_id
    where not k.inherited
),
fits as (
    select c.key, c.session_id, k.session_id as child
    from calls as c
    join family as o on o.session_id = c.session_id and (c.inherited or o.member = c.session_id)
    join children as k
        on k.parent_session = o.member and k.label = c.label and (k.prompt = c.prompt or not k.has_log)
        and k.created_ms >= c.started_ms and (c.result_ms is null or k.created_ms <= c.result_ms)
    anti join (
        select session_id, said as child from calls where said is not null
        union select d.session_id, r.child from recorded as r join calls as d using (key)
    ) as named on named.child = k.session_id and named.session_id = c.session_id
    anti join recorded as r on r.key = c.key
    where c.said is null
),
counted as (
    select *, count(*) over (partition by key) as children,
        count(*) over (partition by session_id, child) as callers
    from fits
),
joined as (
    select key, list(child order by child) as candidates, bool_and(children = 1 and callers = 1) as only_one
    from counted group by key
),
linked as (
    select c.key, c.session_id, coalesce(r.child, c.said, case when j.only_one then j.candidates[1] end) as child,
        case when r.key is not null then 'recorded' when c.said is not null then 'text-id'
            when j.only_one then 'label-prompt-time' when j.key is not null then 'ambiguous' else 'none' end as source,
        case when c.said is null and not coalesce(j.only_one, true) then j.candidates end as candidates, c.result_ms
    from calls as c left join recorded as r using (key) left join joined as j using (key)
)
select l.key, l.session_id, any_value(l.child) as child_session_id, any_value(l.source) as link_source,
    max(e.time) as child_ended_ms, any_value(l.candidates) as candidates
from linked as l
left join (
    select session_id, time from turn_events
    where event = 'turn/end' and not inherited and arrived(of_session, session_id, seq, at_seq, clock, at_clock)
) as e on l.child = e.session_id and (l.result_ms is null or e.time <= l.result_ms)
group by l.key, l.session_id;

-- Children that no subagent call and no run names, with the call they are put under. Members of a team are recorded by
-- the log of the one that leads it, while the call runs that makes them (`is_team`). Those of runs inside programs and of
-- tools that leave no rows were made while one call ran that can start children; the innermost is the last that started.
-- `named` are the sessions that calls name already.
create macro lineage_until(of_session, at_seq, at_clock, named) as table
with team as (
    select e.session_id, e.child_id, arg_min(c.key, (e.seq, -c.call_seq)) as call_key
    from session_events as e
    left join call_index as c
        on c.session_id = e.session_id and c.call_seq < e.seq
        and (coalesce(c.result_seq, c.closed_seq) is null or coalesce(c.result_seq, c.closed_seq) > e.seq)
    where e.event = 'team/member' and e.child_id is not null and not e.inherited
        and (of_session is null or e.session_id = of_session)
        and arrived(of_session, e.session_id, e.seq, at_seq, e.clock, at_clock)
    group by e.session_id, e.child_id
),
free as (
    select f.session_id, f.parent_session, f.created_ms
    from source_files as f
    anti join (select unnest(named) as session_id union select child_id from team) as a using (session_id)
    anti join (
        select child_id as session_id from agent_index
        where arrived(of_session, session_id, start_seq, at_seq, start_clock, at_clock)
    ) as b using (session_id)
    where f.parent_session is not null and f.origin = 'subagent'
        and (of_session is null or (f.parent_session = of_session and f.created_ms <= at_clock))
)
select k.parent_session as session_id, arg_max(c.key, c.call_seq) as call_key, k.session_id as child_session_id,
    false as is_team
from free as k
join call_index as c
    on c.session_id = k.parent_session and c.started_ms <= k.created_ms
    and arrived(of_session, c.session_id, c.call_seq, at_seq, c.call_clock, at_clock)
    and (c.result_ms is null or c.borrowed_time or k.created_ms <= c.result_ms
        or not arrived(of_session, c.session_id, c.result_seq, at_seq, c.result_clock, at_clock))
    and (c.name = 'ralph' or (c.name = 'workflow' and c.is_dispatch))
group by k.parent_session, k.session_id
union all
select session_id, call_key, child_id, true from team where call_key is not null;
