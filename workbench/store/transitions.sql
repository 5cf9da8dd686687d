-- Every change of a call, agent, run, job, approval or counter. What holds at a moment is the entry that
-- begins at or before it and whose `until_…` (the next change) is later or NULL. `n` numbers the changes of one key; for
-- counters it is the count. First calls that nobody was asked about: their changes come in one order, and need not be
-- numbered by sorting.
insert into transitions
with steps as (
    select *, if(is_dispatch, 'dispatch', 'call') as kind, coalesce(result_seq, closed_seq) as end_seq,
        case when result_seq is null then closed_clock else result_clock end as end_clock,
        (streamed_seq is not null)::bigint as before_proposed,
        (streamed_seq is not null)::bigint + (proposed_seq is not null)::bigint as before_call,
        (streamed_seq is not null)::bigint + (proposed_seq is not null)::bigint + (call_seq is not null)::bigint
            as before_end
    from call_index semi join pending using (session_id)
    where is_plain(approvals, streamed_seq, proposed_seq, call_seq, result_seq, closed_seq)
)
select session_id, kind, key, streamed_seq as seq, streamed_clock as clock, 'streaming' as state,
    null::varchar as outcome, 1 as n, coalesce(proposed_seq, call_seq, end_seq) as until_seq,
    coalesce(proposed_clock, call_clock, end_clock) as until_clock, inherited
from steps where streamed_seq is not null
union all
select session_id, kind, key, proposed_seq, proposed_clock, 'proposed', null, before_proposed + 1,
    coalesce(call_seq, end_seq), coalesce(call_clock, end_clock), inherited
from steps where proposed_seq is not null
union all
select session_id, kind, key, call_seq, call_clock, case when is_question(name) then 'waiting' else 'running' end,
    null, before_call + 1, end_seq, end_clock, inherited
from steps where call_seq is not null
union all
select session_id, kind, key, end_seq, end_clock, state, outcome, before_end + 1, null, null, inherited
from steps where end_seq is not null;

-- All others: the states that they had, of which those stay that differ from the one before.
create or replace temp table pending_states (
    session_id varchar, kind varchar, key varchar, seq bigint, clock bigint, state varchar, outcome varchar,
    inherited boolean
);

-- if: select 1 from call_index semi join pending using (session_id) where not is_plain(approvals, streamed_seq, proposed_seq, call_seq, result_seq, closed_seq) limit 1
insert into pending_states
with others as (
    select *, if(is_dispatch, 'dispatch', 'call') as kind from call_index semi join pending using (session_id)
    where not is_plain(approvals, streamed_seq, proposed_seq, call_seq, result_seq, closed_seq)
),
points as (
    select key, unnest([
        {'seq': streamed_seq, 'clock': streamed_clock}, {'seq': proposed_seq, 'clock': proposed_clock},
        {'seq': call_seq, 'clock': call_clock}, {'seq': result_seq, 'clock': result_clock},
        {'seq': closed_seq, 'clock': closed_clock}]) as at
    from others
    union
    select key, {'seq': asked_seq, 'clock': asked_clock}
    from approval_index semi join pending using (session_id) where key is not null
    union
    select key, {'seq': decided_seq, 'clock': decided_clock}
    from approval_index semi join pending using (session_id) where key is not null
),
decisions as (
    -- what had become of the last request then
    select p.key, p.at.seq as seq,
        arg_max(coalesce(case when a.decided_seq <= p.at.seq then a.outcome end, 'asked'), a.asked_seq) as approval
    from points as p join approval_index as a on a.key = p.key and a.asked_seq <= p.at.seq
    group by p.key, p.at.seq
),
stood as (
    select c.session_id, c.kind, c.key, p.at.seq as seq, p.at.clock as clock, c.inherited,
        call_state(case when c.result_seq <= p.at.seq then c.error_code end, is_refused(d.approval),
            c.is_error and c.result_seq <= p.at.seq, coalesce(c.result_seq <= p.at.seq, false),
            coalesce(c.closed_seq <= p.at.seq, false), coalesce(d.approval = 'asked', false),
            coalesce(c.call_seq <= p.at.seq, false), is_question(c.name), coalesce(c.proposed_seq <= p.at.seq, false))
            as state,
        c.error_code, coalesce(c.result_seq <= p.at.seq, false) as answered,
        coalesce(c.call_seq <= p.at.seq, false) as called, c.timed_out, c.signal, c.exit_code
    from others as c join points as p using (key) left join decisions as d on d.key = c.key and d.seq = p.at.seq
    where p.at.seq is not null
)
select session_id, kind, key, seq, clock, state,
    call_outcome(state, case when answered then error_code end, answered, called, timed_out, signal, exit_code),
    inherited
from stood;

-- A run is over with its call, whatever its own rows say.
-- needs: tool-workflow/.*
insert into pending_states
with runs as (
    select r.*,
        case when c.closed_seq < c.result_seq or c.result_seq is null then c.closed_seq else c.result_seq end
            as over_seq,
        case when c.closed_seq < c.result_seq or c.result_seq is null then c.closed_clock else c.result_clock end
            as over_clock
    from (select * from run_index semi join pending using (session_id)) as r
    left join call_index as c using (key, session_id)
)
select session_id, 'run', run_id, start_seq, start_clock, 'running', null, inherited
from run_index semi join pending using (session_id)
union all
select session_id, 'run', run_id, end_seq, end_clock, state, null, inherited
from run_index semi join pending using (session_id) where end_seq is not null
union all
select session_id, 'run', run_id, over_seq, over_clock, 'interrupted', null, inherited
from runs where over_seq < coalesce(end_seq, over_seq + 1)
union all
select session_id, 'agent', run_id || '/' || member, start_seq, start_clock, 'running', null, inherited
from agent_index semi join pending using (session_id)
union all
select session_id, 'agent', run_id || '/' || member, end_seq, end_clock, state, null, inherited
from agent_index semi join pending using (session_id) where end_seq is not null
union all
select a.session_id, 'agent', a.run_id || '/' || a.member,
    case when r.over_seq < r.end_seq or r.end_seq is null then r.over_seq else r.end_seq end as seq,
    case when r.over_seq < r.end_seq or r.end_seq is null then r.over_clock else r.end_clock end, 'unknown', null,
    a.inherited
from agent_index as a semi join pending using (session_id)
join runs as r on r.session_id = a.session_id and r.run_id = a.run_id
where seq < coalesce(a.end_seq, seq + 1);

-- if: select 1 from job_events semi join pending using (session_id) where status is not null limit 1
insert into pending_states
select session_id, 'job', job_id || case when nth > 1 then '#' || nth else '' end, seq, clock, status, null, inherited
from job_events semi join pending using (session_id) where status is not null;

-- needs: approval/.*
insert into pending_states
select session_id, 'approval', approval_id, asked_seq, asked_clock, 'asked', null, inherited
from approval_index semi join pending using (session_id)
union all
select session_id, 'approval', approval_id, decided_seq, decided_clock, outcome, null, inherited
from approval_index semi join pending using (session_id) where decided_seq is not null
union all
select session_id, 'approval', approval_id, over_seq, over_clock, 'interrupted', null, inherited
from approval_index semi join pending using (session_id) where over_seq < coalesce(decided_seq, over_seq + 1);

-- if: select 1 from pending_states limit 1
insert into transitions
with changed as (
    select * from pending_states
    qualify (state, outcome) is distinct from
        lag((state, outcome)) over (partition by session_id, kind, key order by seq)
)
select session_id, kind, key, seq, clock, state, outcome,
    row_number() over (partition by session_id, kind, key order by seq),
    lead(seq) over (partition by session_id, kind, key order by seq),
    lead(clock) over (partition by session_id, kind, key order by seq), inherited
from changed;

insert into transitions
with counted as (
    select session_id, 'turns' as key, seq, clock, 1 as more
    from turn_events semi join pending using (session_id) where event = 'turn/start' and not inherited
    union all
    select session_id, 'steps', seq, clock, 1
    from turn_events semi join pending using (session_id) where event = 'step/start' and not inherited
    union all
    select session_id, 'messages', seq, clock, 1
    from message_events semi join pending using (session_id)
    where appended and not inherited and role <> 'system'
    union all
    select session_id, 'calls', call_seq, call_clock, 1
    from call_index semi join pending using (session_id)
    where call_seq is not null and not is_dispatch and not inherited
    union all
    select session_id, 'dispatches', call_seq, call_clock, 1
    from call_index semi join pending using (session_id)
    where call_seq is not null and is_dispatch and not inherited
    union all
    select session_id, 'input_tokens', seq, clock, input_tokens + coalesce(cache_read_tokens, 0)
        + coalesce(cache_write_tokens, 0)
    from usage_events semi join pending using (session_id) where not inherited
    union all
    select session_id, 'output_tokens', seq, clock, output_tokens
    from usage_events semi join pending using (session_id) where not inherited
)
select session_id, 'counter', key, seq, clock, null, null,
    sum(more) over (partition by session_id, key order by seq rows unbounded preceding)::bigint,
    lead(seq) over (partition by session_id, key order by seq),
    lead(clock) over (partition by session_id, key order by seq), false
from counted;

-- needs: todo/write
insert into transitions
with todos as (
    select session_id, seq, clock, unnest([
        {'key': 'todos_pending', 'n': pending}, {'key': 'todos_in_progress', 'n': in_progress},
        {'key': 'todos_completed', 'n': completed}]) as list
    from todo_writes semi join pending using (session_id) where not inherited
)
select session_id, 'counter', list.key, seq, clock, null, null, list.n,
    lead(seq) over (partition by session_id, list.key order by seq),
    lead(clock) over (partition by session_id, list.key order by seq), false
from todos;
