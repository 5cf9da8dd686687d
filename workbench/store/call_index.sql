-- One entry a call, of the model and of programs, with everything one log says about it. State and outcome follow the
-- first rule that matches; a log that merely ends leaves the state open.
insert into call_index
with known as (
    select e.*, approval, wait_ms, coalesce(approvals, 0) as approvals,
        case when is_shell(name) then coalesce(regexp_matches(text_start, marker_job_started()), false)
            or coalesce(try(arguments->'$.run_in_background')::varchar = 'true', false)
            else false end as background
    from pending_calls as e left join pending_approved as a on a.session_id = e.session_id and a.call_seq = e.call_seq
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
            -- a persistent shell, which takes no description, says a clean exit in no way, and other ends in other words
            when not contains(arguments, '"description"') then 'none'
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
    call_outcome(state, error_code, result_seq is not null, call_seq is not null, timed_out, signal, exit_code), block
from exited
order by session_id, coalesce(proposed_seq, streamed_seq, call_seq, result_seq), position, key;

drop table pending_calls;
