-- Results in all three wrappings. The exit status is looked for in every text and used for shells only.
insert into tool_results
with parsed as (
    select session_id, seq, time, clock, turn, step, inherited, surface_op,
        json_transform(data, '{"callId":"VARCHAR","isError":"BOOLEAN","content":"JSON","error":{"name":"VARCHAR","code":"VARCHAR"},"message":{"id":"VARCHAR","toolCallId":"VARCHAR","isError":"BOOLEAN","source":{"callId":"VARCHAR"},"content":"JSON"}}') as j,
        json_exists(data, '$.meta') as has_meta
    from pending_rows where type = 'tool/result' and readable
),
unwrapped as (
    select *, wrapped_result(j.message.content)[1] as w from parsed
),
content as (
    select *, coalesce(w.type = 'tool-result', false) as is_wrapped,
        text_blocks(case when w.type = 'tool-result' then w.content else coalesce(j.message.content, j.content) end) as b
    from unwrapped
),
texts as (
    select *, only_text(b) as text from content
),
cut as (
    select *, is_spilled(text) as spilled, before_spill(text) as ending from texts
)
select session_id, seq, time, clock, turn, step, inherited,
    coalesce(j.message.source."callId", case when is_wrapped then w."toolCallId" end, j.message."toolCallId",
        j."callId", ''),
    is_appended(surface_op), j.message.id,
    coalesce(regexp_matches(j.message.id, marker_interrupted_result_id()), false)
        or coalesce(j.error.code in ('TOOL_OUTCOME_UNKNOWN', 'TOOL_NOT_STARTED'), false),
    coalesce(case when is_wrapped then w."isError" end, j.message."isError", j."isError", false),
    j.error.name, j.error.code, has_meta,
    len(b), all_chars(b), left(text, case when regexp_matches(text, '^' || marker_job_listed()) then 16000 else 400 end),
    marked_exit(ending), marked_signal(ending), marked_timeout(ending), spilled,
    nullif(regexp_extract(ending, marker_job_status_at_end() || '$', 1), ''),
    nullif(regexp_extract(ending, marker_job_status_at_end() || '$', 2), '')
from cut
order by session_id, seq;
