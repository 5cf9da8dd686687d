-- One entry a call, of the model and of programs, with everything one log says about it. State and outcome follow the
-- first rule that matches; a log that merely ends leaves the state open.
insert into call_index
with roots as (
    select key_of(session_id, turn, step, call_id, occurrence) as key, false as is_dispatch, *,
        null::varchar as root_call_id, null::varchar as parent_call_id
    from pending_roots
),
dispatches as (
    -- the model's call they belong to: the last one with that id before them
    select d.*, coalesce(r.turn, d.turn) as own_turn, coalesce(r.step, d.step) as own_step, r.key as root_key,
        r.result_seq as root_result_seq, r.result_clock as root_result_clock
    from pending_dispatches as d
    asof left join (select * from roots where call_seq is not null) as r
        on d.session_id = r.session_id and d.root_call_id = r.call_id and d.first_seq > r.call_seq
),
everything as (
    select key, session_id, is_dispatch, inherited, turn, step, call_id, occurrence, name, arguments,
        arguments_complete, position, root_call_id, parent_call_id, null::varchar as root_key, streamed_seq,
        streamed_clock, proposed_seq, proposed_clock, proposed_ms, call_seq, call_clock, call_ms, result_seq,
        result_clock, result_ms, borrowed_time, is_error, error_name, error_code, has_meta, blocks, chars, text_start,
        exit_code, signal, timed_out_ms, spilled, status, status_detail, overlapped,
        null::bigint as root_result_seq, null::bigint as root_result_clock
    from roots
    union all by name
    select key_of(session_id, own_turn, own_step, call_id, occurrence) as key, session_id, true as is_dispatch,
        inherited, own_turn as turn, own_step as step, call_id, occurrence, name, arguments,
        true as arguments_complete, root_call_id, parent_call_id, root_key, call_seq, call_clock, call_ms, result_seq,
        result_clock, result_ms, false as borrowed_time, is_error, false as has_meta, blocks, chars, text_start,
        exit_code, signal, timed_out_ms, spilled, status, status_detail, false as overlapped, root_result_seq,
        root_result_clock
    from dispatches
),
asked as (
    select a.approval_id, a.session_id, a.seq, a.time, e.key
    from (
        select * from approval_events semi join pending using (session_id)
        where event = 'asked' and call_id is not null
    ) as a
    asof join (select key, session_id, call_id, call_seq from everything where call_seq is not null) as e
        on a.session_id = e.session_id and a.call_id = e.call_id and a.seq > e.call_seq
),
decided as (
    select session_id, approval_id, min(seq) as seq, arg_min(time, seq) as time, arg_min(outcome, seq) as outcome
    from approval_events semi join pending using (session_id) where event = 'decided'
    group by session_id, approval_id
),
approved as (
    select a.key, count(*) as approvals, arg_max(coalesce(d.outcome, 'asked'), a.seq) as approval,
        case when count(d.seq) > 0 then sum(d.time - a.time) end::bigint as wait_ms
    from asked as a
    left join decided as d on a.session_id = d.session_id and a.approval_id = d.approval_id and d.seq > a.seq
    group by a.key
),
closed as (
    select e.key, c.seq as closed_seq, c.clock as closed_clock
    from (select key, session_id, coalesce(call_seq, proposed_seq, streamed_seq) as seq from everything) as e
    asof join (select session_id, seq, clock from turn_events semi join pending using (session_id)) as c
        on e.session_id = c.session_id and e.seq < c.seq
),
known as (
    select e.*, approval, wait_ms, coalesce(approvals, 0) as approvals,
        case when closed_seq is null or root_result_seq < closed_seq then root_result_seq else closed_seq end
            as end_seq,
        case when closed_seq is null or root_result_seq < closed_seq then root_result_clock else closed_clock end
            as end_clock,
        case when is_shell(name) then coalesce(regexp_matches(text_start, marker_job_started()), false)
            or coalesce(try(arguments->'$.run_in_background')::varchar = 'true', false)
            else false end as background
    from everything as e left join approved using (key) left join closed using (key)
),
stated as (
    select *,
        call_state(error_code, is_refused(approval), is_error, result_seq is not null, end_seq is not null,
            approval = 'asked', call_seq is not null, is_question(name), proposed_seq is not null) as state,
        case
            when result_seq is null or not is_shell(name) or background then 'none'
            when is_error then 'error'
            when text_start is null then 'none'
            when exit_code is not null or signal is not null then 'marker'
            else 'no-marker'
        end as exit_source
    from known
),
exited as (
    select * replace (
        case exit_source when 'marker' then exit_code when 'no-marker' then 0 end as exit_code,
        case exit_source when 'marker' then signal end as signal,
        case when exit_source in ('marker', 'no-marker') then timed_out_ms end as timed_out_ms),
        case when exit_source in ('marker', 'no-marker') then timed_out_ms is not null end as timed_out
    from stated
)
select key, session_id, is_dispatch, inherited, turn, step, call_id, occurrence,
    coalesce(least(proposed_seq, call_seq, result_seq), streamed_seq), position, name, arguments, arguments_complete,
    root_call_id, parent_call_id, root_key, null, case when is_dispatch then 1 else 0 end,
    streamed_seq, streamed_clock, proposed_seq, proposed_clock, proposed_ms, call_seq, call_clock, call_ms,
    result_seq, result_clock, result_ms, borrowed_time, end_seq, end_clock,
    is_error, error_name, error_code, has_meta, blocks, chars, text_start,
    exit_code, signal, timed_out, timed_out_ms, exit_source, spilled, status, status_detail, background, overlapped,
    approval, wait_ms, approvals, state,
    call_outcome(state, error_code, result_seq is not null, call_seq is not null, timed_out, signal, exit_code)
from exited
order by session_id, coalesce(proposed_seq, streamed_seq, call_seq, result_seq), position, key;
