-- Calls with their durations and children. A result that nobody measured (written when a log was picked up again)
-- carries a borrowed time, so the end is unknown. Results of one step are committed in call order: behind a call that
-- ended later, the time of the result is only an upper bound, unless a child's own log says when it ended. What never
-- ran has no duration, and what was denied or answered by a person has no run beside its wait, nor has what ended while
-- it waited; a question that was refused before it was asked has no wait. A call that was allowed
-- runs from the decision on.
create view all_calls_all as
with decided as (
    select session_id, key, max(decided_ms) as decided_ms from approval_index where key is not null group by all
),
linked as (
    select c.*, d.decided_ms, l.child_session_id, coalesce(l.link_source, 'none') as link_source,
        case when c.borrowed_time then null
            when c.overlapped and l.link_source in ('recorded', 'label-prompt-time')
                and l.child_ended_ms between c.started_ms and c.result_ms then l.child_ended_ms
            else c.result_ms end as ended_ms,
        c.overlapped and l.link_source in ('recorded', 'label-prompt-time')
            and coalesce(l.child_ended_ms between c.started_ms and c.result_ms, false) as ended_by_child
    from call_index as c
    left join call_links as l using (key, session_id)
    left join decided as d using (key, session_id)
),
measured as (
    select *,
        case when ended_ms >= started_ms and outcome is distinct from 'not-started' then ended_ms - started_ms end
            as duration_ms,
        case when name = 'ask_user_question' and is_unasked(error_code) then null
            when name = 'ask_user_question' and ended_ms >= started_ms then ended_ms - started_ms
            else approval_wait_ms end as wait_ms
    from linked
)
select key, session_id, turn, step, call_id, name, arguments, proposed_seq, call_seq, result_seq,
    instant(started_ms) as started_at, instant(ended_ms) as ended_at, state, outcome, is_error, error_code,
    exit_code, signal, timed_out, exit_source, has_meta, result_chars, wait_ms,
    case when state = 'denied' or name = 'ask_user_question' or approval = 'asked' or duration_ms is null then null
        when decided_ms between started_ms and ended_ms then ended_ms - decided_ms
        when duration_ms >= coalesce(wait_ms, 0) then duration_ms - coalesce(wait_ms, 0) end as run_ms,
    duration_ms,
    case when duration_ms is null then 'missing' when ended_by_child then 'from-child'
        when overlapped then 'upper-bound' else 'exact' end as duration_kind,
    child_session_id, link_source,
    parent_call_id, root_call_id, depth, approval, started_ms, ended_ms, inherited, is_dispatch, arguments_complete,
    parent_key, root_key, streamed_seq, closed_seq, result_ms, borrowed_time, error_name, blocks, spilled,
    timed_out_ms, background, approvals
from measured;

create view all_calls as select * from all_calls_all where not inherited;
create view calls_all as select * from all_calls_all where not is_dispatch;
create view calls as select * from all_calls_all where not is_dispatch and not inherited;
create view dispatches_all as select * from all_calls_all where is_dispatch;
create view dispatches as select * from all_calls_all where is_dispatch and not inherited;
