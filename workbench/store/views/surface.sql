-- What the model saw when a row was the last, in its order; without a row, what it saw at the end. `replaces` are the
-- events whose place a node took. An answer or a system prompt without content is a node, but no message. `fault` says
-- what the harness would hold against the node.
create macro surface(of_session, at_seq := null) as table
with nodes as (
    select * from surface_nodes
    where session_id = of_session and (at_seq is null or seq <= at_seq) and (until_seq is null or until_seq > at_seq)
),
parsed as (
    select n.*, r.turn, r.step, r.time, r.inherited,
        json_transform(r.data, '{"id":"VARCHAR","callId":"VARCHAR","content":[{"type":"VARCHAR","text":"VARCHAR"}],"source":{"kind":"VARCHAR","plugin":"VARCHAR"},"message":{"id":"VARCHAR","toolCallId":"VARCHAR","source":{"kind":"VARCHAR","plugin":"VARCHAR","callId":"VARCHAR"},"content":[{"type":"VARCHAR","text":"VARCHAR","toolCallId":"VARCHAR","content":[{"type":"VARCHAR","text":"VARCHAR"}]}]}}') as j
    from nodes as n join rows as r on r.session_id = n.session_id and r.seq = n.seq and is_surface(r.type)
    qualify row_number() over (partition by n.seq order by r.line) = 1
),
told as (
    select *,
        case when j.message.content[1].type = 'tool-result' then j.message.content[1].content
            when j.message.content is not null
                then list_transform(j.message.content, lambda x: {'type': x.type, 'text': x.text})
            else j.content end as blocks
    from parsed
)
select (row_number() over (order by place) - 1)::bigint as position, seq, type,
    case type when 'tool/result' then 'tool' else split_part(type, '/', 1) end as role,
    coalesce(j.message.id, j.id) as message_id,
    case when type = 'tool/result'
        then coalesce(j.message.source."callId", j.message."toolCallId", j.message.content[1]."toolCallId", j."callId")
        end as call_id,
    source_word(coalesce(j.message.source.kind, j.source.kind), coalesce(j.message.source.plugin, j.source.plugin),
        type = 'system/message') as source_kind,
    without_nul(
        array_to_string(list_transform(list_filter(blocks, lambda x: x.type = 'text'), lambda x: x.text), chr(10)))
        as text,
    coalesce(len(blocks), 0) as blocks,
    not (type in ('assistant/message', 'system/message') and coalesce(len(blocks), 0) = 0) as is_message,
    shadowed as replaces, turn, step, time, inherited, fault
from told
order by position;
