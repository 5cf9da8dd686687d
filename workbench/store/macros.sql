-- One vocabulary for all generations: an older or newer name of the same event.
create macro event_kind(type) as case type
    when 'text-chunks' then 'assistant/chunk'
    when 'reasoning-chunks' then 'assistant/chunk'
    when 'tool-call-chunks' then 'assistant/chunk'
    when 'tool/ptc-dispatch-start' then 'tool/code-dispatch-start'
    when 'tool/ptc-dispatch' then 'tool/code-dispatch'
    when 'steering/message' then 'user/message'
    when 'compact/start' then 'compaction/start'
    when 'compact/summary' then 'compaction/summary'
    when 'compact/prune' then 'compaction/prune'
    when 'compact/end' then 'compaction/end'
    else type
end;

create macro is_packed(type) as type in ('text-chunks', 'reasoning-chunks', 'tool-call-chunks');

create macro delta_part(type) as case type
    when 'text-delta' then 'text' when 'reasoning-delta' then 'reasoning' when 'tool-call-delta' then 'tool-call'
end;

-- An absent surfaceOp counts as append: logs of the first builds have none.
create macro is_appended(surface_op) as surface_op is null or surface_op in ('"append"', 'null');

-- Events that make the list of messages that the model sees.
create macro is_surface(type) as type in (
    'user/message', 'assistant/message', 'system/message', 'developer/message', 'tool/result', 'steering/message');

-- A NUL ends a text for some readers; it is shown by its picture.
create macro without_nul(text) as replace(text, chr(0), chr(9216));

create macro text_blocks(content) as json_transform(content, '[{"type":"VARCHAR","text":"VARCHAR"}]');

-- The one text block, or NULL where there is none, more than one, or a block of another kind.
create macro only_text(blocks) as case when len(blocks) = 1 and blocks[1].type = 'text' then blocks[1].text end;

create macro all_chars(blocks) as
    coalesce(list_sum(list_transform(blocks, lambda b: case when b.type = 'text' then length(b.text) end)), 0)::bigint;

-- The last paragraph of the spill policy can be long, all other markers are short.
create macro is_spilled(text) as
    suffix(text, ')') and regexp_matches(right(text, 4096), marker_spilled_at_end() || '$');

-- The last characters, in which every other marker has to stand: in front of the spill policy's paragraph. All of them
-- end with a bracket; NULL where there is none.
create macro before_spill(text) as
    case when suffix(text, ')') then regexp_replace(right(text, 4096), marker_spilled_at_end() || '$', '') else text end;

create macro ending(text) as case when suffix(before_spill(text), ']') then right(before_spill(text), 512) end;

create macro marked_exit(text) as
    try_cast(nullif(regexp_extract(text, marker_exit_at_end() || '$', 1), '') as bigint);

create macro marked_signal(text) as nullif(regexp_extract(text, marker_signal_at_end() || '$', 1), '');

create macro before_exit(text) as regexp_replace(
    text, '(?:' || marker_exit_at_end() || '|' || marker_signal_at_end() || ')$', '');

create macro marked_timeout(text) as
    try_cast(nullif(regexp_extract(before_exit(text), marker_timed_out_at_end() || '$', 1), '') as bigint);

-- Records that stand inside a row, and records that say that their block is whole.
create macro is_inside(record) as record in ('attempt', 'attempt-end', 'answer', 'answer-end');

create macro ends_block(record) as record in ('block-end', 'attempt-end', 'answer-end');

-- Whether an answer was stopped by the user or by the limit on tokens, so that calls are left out of its message.
create macro is_cut_off(data) as contains(data, '"stream"')
    and (contains(data, '"interrupted"') or contains(data, '"max-tokens"')) and contains(data, 'tool-call');

-- The arguments of one tool call, as far as the records inside a row have them: what the end of the block says, else
-- what has arrived.
create macro attempted_arguments(data, at_position) as (
    select coalesce(
        max(x.chunk.block.arguments) filter (x.chunk.type = 'block-end'),
        string_agg(coalesce(array_to_string(x.args, ''), x.chunk."argumentsDelta", ''), '' order by n))
    from (
        select unnest(s) as x, generate_subscripts(s, 1) as n
        from (select json_transform(data, '{"stream":[{"index":"BIGINT","args":["VARCHAR"],"chunk":{"type":"VARCHAR","index":"BIGINT","argumentsDelta":"VARCHAR","block":{"arguments":"VARCHAR"}}}]}').stream as s)
    )
    where coalesce(x.index, x.chunk.index, -1) = at_position
);

create macro key_of(session_id, turn, step, call_id, occurrence) as
    session_id || '/' || coalesce(turn::varchar, '-') || '.' || coalesce(step::varchar, '-') || '/' || call_id
    || case when occurrence > 1 then '#' || occurrence else '' end;

-- Names a row of the timeline that is no call.
create macro line_key(session_id, kind, seq) as session_id || '/' || kind || '/' || seq;

-- Codes that say that a call was broken off, whatever its result says.
create macro is_interruption(code) as
    code in ('TOOL_OUTCOME_UNKNOWN', 'TOOL_NOT_STARTED', 'ABORTED', 'ABORTED_BEFORE_DISPATCH', 'ASK_ABORTED');

-- Where a call stands, by the first rule that matches: what its result says, then what ended around it, then how far it
-- came. `ended` is that its step, its turn or its program's call is over, `asks` that it is a question to the user.
create macro call_state(error_code, denied, is_error, answered, ended, asked, called, asks, proposed) as case
    when is_interruption(error_code) then 'interrupted'
    when denied then 'denied'
    when is_error then 'failed'
    when answered then 'done'
    when ended then 'interrupted'
    when asked or (called and asks) then 'waiting'
    when called then 'running'
    when proposed then 'proposed'
    else 'streaming'
end;

-- How a call ended, NULL while it is open. Exit code, signal and timeout are those that count for its tool.
create macro call_outcome(state, error_code, answered, called, timed_out, signal, exit_code) as case
    when state in ('streaming', 'proposed', 'running', 'waiting') then null
    when state = 'denied' then 'denied'
    when error_code in ('TOOL_NOT_STARTED', 'ABORTED_BEFORE_DISPATCH') then 'not-started'
    when error_code = 'TOOL_OUTCOME_UNKNOWN' then 'unknown'
    when state = 'interrupted' and answered then 'interrupted'
    when state = 'interrupted' and not called then 'not-started'
    when state = 'interrupted' then 'unknown'
    when error_code = 'TOOL_TIMEOUT' then 'timeout'
    when state = 'failed' then 'error'
    when timed_out then 'timeout'
    when signal is not null then 'signal'
    when exit_code <> 0 then 'exit'
    else 'ok'
end;

-- Whether the changes of a call came in one order, without a question to anybody.
create macro is_plain(approvals, streamed_seq, proposed_seq, call_seq, result_seq, closed_seq) as approvals = 0
    and coalesce(coalesce(proposed_seq, call_seq) > streamed_seq, true)
    and coalesce(call_seq > proposed_seq, true)
    and coalesce(result_seq > coalesce(call_seq, proposed_seq, streamed_seq), true)
    and coalesce(closed_seq > result_seq, true);

create macro is_refused(approval) as coalesce(approval in ('rejected', 'cancelled', 'unavailable'), false);

create macro is_question(name) as name = 'ask_user_question';

-- Codes of calls that were refused before their tool saw them.
create macro is_unasked(code) as coalesce(code in ('INVALID_ARGS', 'UNKNOWN_TOOL'), false);

create macro is_shell(name) as name in ('bash', 'pwsh');

create macro is_about_jobs(name) as
    name in ('job_output', 'task_output', 'job_list', 'task_list', 'job_kill', 'task_kill');

create macro is_subagent(name) as name in ('subagent', 'subagent_fork');

-- A recorded time as a TIMESTAMPTZ; NULL where it lies outside of what a timestamp can say.
create macro instant(ms) as try(make_timestamptz(ms * 1000));

-- Events that change something a person would ask about, written by a tool's body or between turns.
create macro is_notable(type) as type in (
    'goal/change', 'schedule/change', 'plan/mode', 'command/run', 'command/done', 'feedback/record',
    'feedback/message-put', 'feedback/message-delete', 'deliverables/presented', 'workspace/changes',
    'team/member', 'team/task', 'team/message/queued', 'team/message/delivered', 'image/offload');

-- Settings of a session. Those before its first turn are how it began; a later one is a change that a person made.
create macro is_setting(type) as type in (
    'sandbox/mode', 'approval/policy', 'permission/preset', 'agent-preset/selected', 'model/selection');

-- Events that belong to the call that is running when they are written.
create macro is_during_call(type) as is_notable(type) or type in (
    'hook/invoked', 'hook/result', 'web/deepseek-search-llm-request', 'subagent/catalog');
