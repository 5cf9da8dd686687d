-- Runs and their members. The rows of a run carry no call id: it belongs to the workflow call that is open where the
-- run starts (a tool with another name counts when its arguments name the run). A run whose call is over without a
-- run-end was cut off.
insert into run_index
with recursive starts as (
    select * from workflow_events semi join pending using (session_id) where event = 'run-start'
),
ends as (
    select session_id, run_id, min(seq) as seq, arg_min(clock, seq) as clock, arg_min(time, seq) as time,
        arg_min(outcome, seq) as outcome
    from workflow_events semi join pending using (session_id) where event = 'run-end'
    group by session_id, run_id
),
open_calls as (
    select s.session_id, s.seq, c.key, c.call_seq, coalesce(try(c.arguments->>'$.meta.name') = s.name, false) as names_it,
        c.result_seq is not null or c.closed_seq is not null as over, count(*) over (partition by s.session_id, s.seq) as n
    from starts as s
    join call_index as c
        on c.session_id = s.session_id and not c.is_dispatch and c.call_seq < s.seq
        and (c.result_seq is null or c.result_seq > s.seq)
        and (c.name = 'workflow' or try(c.arguments->>'$.meta.name') = s.name)
),
-- where several are open: one that has the run's name, then one without a run, the first of these
numbered as (
    select session_id, seq, row_number() over (partition by session_id order by seq) as nth
    from (select distinct session_id, seq from open_calls semi join (from open_calls where n > 1) using (session_id))
),
taken as (
    select distinct session_id, 0::bigint as nth, null::bigint as seq, null::varchar as key, []::varchar[] as used
    from numbered
    union all
    select t.session_id, t.nth + 1, o.seq,
        arg_min(o.key, (not o.names_it, list_contains(t.used, o.key),
            if(list_contains(t.used, o.key), -o.call_seq, o.call_seq))),
        list_append(t.used, arg_min(o.key, (not o.names_it, list_contains(t.used, o.key),
            if(list_contains(t.used, o.key), -o.call_seq, o.call_seq))))
    from taken as t
    join numbered as n on n.session_id = t.session_id and n.nth = t.nth + 1
    join open_calls as o on o.session_id = n.session_id and o.seq = n.seq
    group by t.session_id, t.nth, t.used, o.seq
),
owners as (
    select o.session_id, o.seq, o.key, o.over
    from open_calls as o left join taken as t on t.session_id = o.session_id and t.seq = o.seq
    where t.key is null or t.key = o.key
)
select s.session_id, s.run_id, o.key, s.name, s.inherited, s.seq, s.clock, s.time, e.seq, e.clock, e.time,
    case when e.run_id is not null then coalesce(e.outcome, 'unknown') when o.over then 'interrupted'
        else 'running' end
from starts as s
left join owners as o on s.session_id = o.session_id and s.seq = o.seq
left join ends as e on s.session_id = e.session_id and s.run_id = e.run_id
order by s.session_id, s.seq;

insert into agent_index
with starts as (
    select * from workflow_events semi join pending using (session_id) where event = 'agent-start'
),
ends as (
    select session_id, run_id, member, min(seq) as seq, arg_min(clock, seq) as clock, arg_min(time, seq) as time,
        arg_min(outcome, seq) as outcome
    from workflow_events semi join pending using (session_id) where event = 'agent-end'
    group by session_id, run_id, member
)
select s.session_id, s.run_id, s.member, r.key, s.label, s.phase, s.child_id, s.inherited, s.seq, s.clock, s.time,
    e.seq, e.clock, e.time, e.outcome,
    case when e.run_id is not null then coalesce(e.outcome, 'unknown')
        when coalesce(r.state, 'running') = 'running' then 'running' else 'unknown' end
from starts as s
left join run_index as r on s.session_id = r.session_id and s.run_id = r.run_id
left join ends as e on s.session_id = e.session_id and s.run_id = e.run_id and s.member = e.member
order by s.session_id, s.seq;
