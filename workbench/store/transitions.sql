-- Every change of a call, agent, run, job, approval or counter. What holds at a moment is the last change at or before
-- it; `n` numbers the changes of one key, for counters it is the count.
insert into transitions
with calls as (
    select *, case when is_dispatch then 'dispatch' else 'call' end as kind
    from call_index semi join pending using (session_id)
),
plain as (
    -- calls that nobody was asked about: their changes come in one order, and need not be numbered by sorting
    select *, (streamed_seq is not null)::bigint as before_proposed,
        (streamed_seq is not null)::bigint + (proposed_seq is not null)::bigint as before_call,
        (streamed_seq is not null)::bigint + (proposed_seq is not null)::bigint + (call_seq is not null)::bigint
            as before_end
    from calls where approvals = 0
),
asked as (
    select * from calls where approvals > 0
),
ordered as (
    select session_id, kind, key, streamed_seq as seq, streamed_clock as clock, 'streaming' as state, 1 as n
    from plain where streamed_seq is not null
    union all
    select session_id, kind, key, proposed_seq, proposed_clock, 'proposed', before_proposed + 1
    from plain where proposed_seq is not null
    union all
    select session_id, kind, key, call_seq, call_clock,
        case when name = 'ask_user_question' then 'waiting' else 'running' end, before_call + 1
    from plain where call_seq is not null
    union all
    select session_id, kind, key, coalesce(result_seq, closed_seq),
        case when result_seq is null then closed_clock else result_clock end, state, before_end + 1
    from plain where coalesce(result_seq, closed_seq) is not null
),
states as (
    select session_id, kind, key, streamed_seq as seq, streamed_clock as clock, 'streaming' as state
    from asked where streamed_seq is not null
    union all
    select session_id, kind, key, proposed_seq, proposed_clock, 'proposed' from asked where proposed_seq is not null
    union all
    select session_id, kind, key, call_seq, call_clock,
        case when name = 'ask_user_question' then 'waiting' else 'running' end
    from asked where call_seq is not null
    union all
    select a.session_id, c.kind, a.key, a.asked_seq, a.asked_clock, 'waiting'
    from approval_index as a join asked as c using (key)
    union all
    select a.session_id, c.kind, a.key, a.decided_seq, a.decided_clock,
        case when a.outcome in ('rejected', 'cancelled', 'unavailable') then 'denied' else 'running' end
    from approval_index as a join asked as c using (key) where a.decided_seq is not null
    union all
    select session_id, kind, key, coalesce(result_seq, closed_seq),
        case when result_seq is null then closed_clock else result_clock end, state
    from asked where coalesce(result_seq, closed_seq) is not null
    union all
    select session_id, 'run', run_id, start_seq, start_clock, 'running'
    from run_index semi join pending using (session_id)
    union all
    select session_id, 'run', run_id, end_seq, end_clock, state
    from run_index semi join pending using (session_id) where end_seq is not null
    union all
    select r.session_id, 'run', r.run_id, coalesce(c.result_seq, c.closed_seq), coalesce(c.result_clock, c.closed_clock),
        'interrupted'
    from run_index as r join calls as c using (key) where r.state = 'interrupted'
    union all
    select session_id, 'agent', run_id || '/' || member, start_seq, start_clock, 'running'
    from agent_index semi join pending using (session_id)
    union all
    select session_id, 'agent', run_id || '/' || member, end_seq, end_clock, state
    from agent_index semi join pending using (session_id) where end_seq is not null
    union all
    select a.session_id, 'agent', a.run_id || '/' || a.member, coalesce(r.end_seq, c.result_seq, c.closed_seq),
        coalesce(r.end_clock, c.result_clock, c.closed_clock), 'unknown'
    from agent_index as a semi join pending using (session_id)
    join run_index as r on r.session_id = a.session_id and r.run_id = a.run_id
    left join calls as c on c.key = r.key
    where a.state = 'unknown' and a.end_seq is null
    union all
    select session_id, 'job', job_id, seq, clock, status
    from job_events semi join pending using (session_id) where status is not null
    union all
    select session_id, 'approval', approval_id, asked_seq, asked_clock, 'asked'
    from approval_index semi join pending using (session_id)
    union all
    select session_id, 'approval', approval_id, decided_seq, decided_clock, outcome
    from approval_index semi join pending using (session_id) where decided_seq is not null
),
counted as (
    select session_id, 'turns' as key, seq, clock, 1 as more
    from turn_events semi join pending using (session_id) where event = 'turn/start'
    union all
    select session_id, 'steps', seq, clock, 1
    from turn_events semi join pending using (session_id) where event = 'step/start'
    union all
    select session_id, 'messages', seq, clock, 1
    from message_events semi join pending using (session_id) where appended
    union all
    select session_id, 'calls', call_seq, call_clock, 1 from calls where call_seq is not null and not is_dispatch
    union all
    select session_id, 'dispatches', call_seq, call_clock, 1 from calls where call_seq is not null and is_dispatch
    union all
    select session_id, 'input_tokens', seq, clock, input_tokens + coalesce(cache_read_tokens, 0)
        + coalesce(cache_write_tokens, 0)
    from usage_events semi join pending using (session_id)
    union all
    select session_id, 'output_tokens', seq, clock, output_tokens from usage_events semi join pending using (session_id)
)
select session_id, kind, key, seq, clock, state, n from ordered
union all
select session_id, kind, key, seq, clock, state,
    row_number() over (partition by session_id, kind, key order by seq)
from states
union all
select session_id, 'counter', key, seq, clock, null,
    sum(more) over (partition by session_id, key order by seq rows unbounded preceding)::bigint
from counted;
