-- Runs and their members. The rows of a run carry no call id: it belongs to the workflow call that is open where the
-- run starts (a tool with another name counts when its arguments name the run). A run whose call is over without a
-- run-end was cut off.
insert into run_index
with starts as (
    select * from workflow_events semi join pending using (session_id) where event = 'run-start'
),
ends as (
    select session_id, run_id, min(seq) as seq, arg_min(clock, seq) as clock, arg_min(time, seq) as time,
        arg_min(outcome, seq) as outcome
    from workflow_events semi join pending using (session_id) where event = 'run-end'
    group by session_id, run_id
),
owners as (
    select s.session_id, s.seq, arg_max(c.key, c.call_seq) as key,
        bool_or(c.result_seq is not null or c.closed_seq is not null) as over
    from starts as s
    join call_index as c
        on c.session_id = s.session_id and not c.is_dispatch and c.call_seq < s.seq
        and (c.result_seq is null or c.result_seq > s.seq)
        and (c.name = 'workflow' or try(c.arguments->>'$.meta.name') = s.name)
    group by s.session_id, s.seq
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
