-- Results in all three wrappings: one tool-result block inside the message (generations 0 to 3), blocks directly in the
-- message (4), or directly in the payload (the first builds). The exit status is looked for in every text and used for
-- shells only.
insert into tool_results
with parsed as (
    select session_id, seq, time, clock, turn, step, inherited, surface_op,
        json_transform(data, '{"callId":"VARCHAR","isError":"BOOLEAN","content":[{"type":"VARCHAR","text":"VARCHAR"}],"error":{"name":"VARCHAR","code":"VARCHAR"},"meta":{"shape":"VARCHAR"},"message":{"id":"VARCHAR","toolCallId":"VARCHAR","isError":"BOOLEAN","source":{"callId":"VARCHAR"},"content":[{"type":"VARCHAR","text":"VARCHAR","toolCallId":"VARCHAR","isError":"BOOLEAN","content":[{"type":"VARCHAR","text":"VARCHAR"}]}]}}') as j, data
    from pending_rows where readable and type = 'tool/result'
),
content as (
    select * exclude (data), coalesce(j.message.content[1].type = 'tool-result', false) as is_wrapped,
        case when j.meta is not null then true when contains(data, '"meta"') then json_exists(data, '$.meta')
            else false end as has_meta,
        case when j.message.content[1].type = 'tool-result' then j.message.content[1].content
            when j.message.content is not null
                then list_transform(j.message.content, lambda x: {'type': x.type, 'text': x.text})
            else j.content end as b
    from parsed
),
texts as (
    select *, only_text(b) as text from content
),
cut as (
    select *, coalesce(is_spilled(text), false) as spilled, ending(text) as ending from texts
)
select session_id, seq, time, clock, turn, step, inherited,
    coalesce(j.message.source."callId", case when is_wrapped then j.message.content[1]."toolCallId" end,
        j.message."toolCallId", j."callId", ''),
    is_appended(surface_op), j.message.id,
    coalesce(regexp_matches(j.message.id, marker_interrupted_result_id()), false)
        or coalesce(j.error.code in ('TOOL_OUTCOME_UNKNOWN', 'TOOL_NOT_STARTED'), false),
    coalesce(case when is_wrapped then j.message.content[1]."isError" end, j.message."isError", j."isError", false),
    j.error.name, j.error.code, has_meta,
    len(b), all_chars(b), without_nul(left(text, case when regexp_matches(text, '^' || marker_job_listed()) then 16000 else 400 end)),
    marked_exit(ending), marked_signal(ending), marked_timeout(ending), spilled,
    nullif(regexp_extract(ending, marker_job_status_at_end() || '$', 1), ''),
    nullif(regexp_extract(ending, marker_job_status_at_end() || '$', 2), '')
from cut;
