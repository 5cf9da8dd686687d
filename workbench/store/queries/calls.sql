-- All calls and dispatches of one session, inherited ones too, in the order they were proposed or started.
select key, session_id, turn, step, call_id, name, arguments, arguments_complete, proposed_seq, call_seq, result_seq,
    started_ms, ended_ms, state, outcome, is_error, error_code, exit_code, signal, timed_out, exit_source, result_chars,
    wait_ms, run_ms, duration_ms, duration_kind, child_session_id, link_source, parent_call_id, root_call_id, depth,
    approval, inherited
from all_calls_all
where session_id = $session
order by coalesce(call_seq, proposed_seq, result_seq), depth, key
