-- What entered the conversation, whoever put it there. A user/message has the message flat in data; the first builds
-- wrote assistant messages flat too, and user messages without id and role.
insert into message_events
with parsed as (
    select session_id, seq, time, clock, turn, step, inherited, type, surface_op,
        json_transform(data, '{"id":"VARCHAR","content":"JSON","interrupted":"BOOLEAN","source":{"kind":"VARCHAR","plugin":"VARCHAR","name":"VARCHAR","form":"VARCHAR","senderSessionId":"VARCHAR"},"message":{"id":"VARCHAR","content":"JSON","source":{"kind":"VARCHAR","plugin":"VARCHAR","name":"VARCHAR","form":"VARCHAR","senderSessionId":"VARCHAR"}}}') as j
    from pending_rows
    where readable and type in (
        'user/message', 'assistant/message', 'system/message', 'developer/message', 'steering/message')
),
content as (
    select *, text_blocks(coalesce(j.message.content, j.content)) as b, coalesce(j.message.source, j.source) as s
    from parsed
)
select session_id, seq, time, clock, turn, step, inherited,
    case type when 'steering/message' then 'user' else split_part(type, '/', 1) end,
    coalesce(j.message.id, j.id), is_appended(surface_op), s.kind, coalesce(s.plugin, s.name), s.form,
    s."senderSessionId", coalesce(j.interrupted, false), len(b), all_chars(b),
    coalesce(list_sum(list_transform(b, lambda x: case when x.type = 'reasoning' then length(x.text) end)), 0),
    len(list_filter(b, lambda x: x.type = 'tool-call')),
    len(list_filter(b, lambda x: x.type in ('image', 'file'))),
    left(list_filter(b, lambda x: x.type = 'text')[1].text, 4000)
from content
order by session_id, seq;
