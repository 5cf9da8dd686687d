-- Start and settling of the calls that a program made. Arguments are a JSON value here, not a text.
insert into dispatch_events
with parsed as (
    select session_id, seq, time, clock, turn, step, inherited,
        case when event_kind(type) = 'tool/code-dispatch' then 'settle' else 'start' end as event,
        json_transform(data, '{"rootCallId":"VARCHAR","parentCallId":"VARCHAR","subCallId":"VARCHAR","name":"VARCHAR","arguments":"JSON","isError":"BOOLEAN","content":"JSON"}') as j
    from pending_rows
    where readable and type in (
        'tool/code-dispatch-start', 'tool/code-dispatch', 'tool/ptc-dispatch-start', 'tool/ptc-dispatch')
),
texts as (
    select *, text_blocks(j.content) as b, only_text(text_blocks(j.content)) as text from parsed
),
cut as (
    select *, coalesce(is_spilled(text), false) as spilled, ending(text) as ending from texts
)
select session_id, seq, time, clock, turn, step, inherited, event,
    coalesce(j."rootCallId", j."parentCallId", ''), coalesce(j."parentCallId", j."rootCallId", ''),
    coalesce(j."subCallId", ''), coalesce(j.name, ''), j.arguments::varchar,
    case when event = 'settle' then coalesce(j."isError", false) end,
    len(b), case when event = 'settle' then all_chars(b) end, without_nul(left(text, case when regexp_matches(text, '^' || marker_job_listed()) then 16000 else 400 end)),
    marked_exit(ending), marked_signal(ending), marked_timeout(ending), spilled,
    nullif(regexp_extract(ending, marker_job_status_at_end() || '$', 1), ''),
    nullif(regexp_extract(ending, marker_job_status_at_end() || '$', 2), '')
from cut;
