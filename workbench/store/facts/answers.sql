-- What entered the conversation, whoever put it there, with the calls that answers ask for and the tokens they cost;
-- one look into each message for all three. A user/message has the message flat in data; the first builds wrote
-- assistant messages flat too, and user messages without id and role. Token counts are disjoint: input tokens are
-- those that no cache held.
create or replace temp table parsed_messages as
select session_id, seq, time, clock, turn, step, inherited, type, surface_op,
    json_transform(data, '{"id":"VARCHAR","content":[{"type":"VARCHAR","text":"VARCHAR","id":"VARCHAR","name":"VARCHAR","arguments":"VARCHAR"}],"interrupted":"BOOLEAN","usage":{"inputTokens":"BIGINT","outputTokens":"BIGINT","cacheReadTokens":"BIGINT","cacheWriteTokens":"BIGINT","reasoningTokens":"BIGINT","totalTokens":"BIGINT"},"source":{"kind":"VARCHAR","plugin":"VARCHAR","name":"VARCHAR","form":"VARCHAR","senderSessionId":"VARCHAR"},"message":{"id":"VARCHAR","content":[{"type":"VARCHAR","text":"VARCHAR","id":"VARCHAR","name":"VARCHAR","arguments":"VARCHAR"}],"source":{"kind":"VARCHAR","plugin":"VARCHAR","name":"VARCHAR","form":"VARCHAR","senderSessionId":"VARCHAR","provider":"VARCHAR","model":"VARCHAR"}}}') as j
from pending_rows
where readable and type in (
    'user/message', 'assistant/message', 'system/message', 'developer/message', 'steering/message');

insert into message_events
select session_id, seq, time, clock, turn, step, inherited,
    case type when 'steering/message' then 'user' else split_part(type, '/', 1) end,
    coalesce(j.message.id, j.id), is_appended(surface_op),
    source_word(coalesce(j.message.source.kind, j.source.kind),
        coalesce(j.message.source.plugin, j.source.plugin), type = 'system/message'),
    coalesce(j.message.source.name, j.source.name),
    coalesce(j.message.source.form, j.source.form),
    coalesce(j.message.source."senderSessionId", j.source."senderSessionId"), coalesce(j.interrupted, false),
    len(b), all_chars(b),
    coalesce(list_sum(list_transform(b, lambda x: case when x.type = 'reasoning' then length(x.text) end)), 0),
    len(list_filter(b, lambda x: x.type = 'tool-call')),
    len(list_filter(b, lambda x: x.type in ('image', 'file'))),
    without_nul(left(list_filter(b, lambda x: x.type = 'text')[1].text, 4000))
from (select *, coalesce(j.message.content, j.content) as b from parsed_messages);

insert into proposed_calls
select session_id, seq, time, clock, turn, step, inherited, position - 1, coalesce(block.id, ''),
    coalesce(block.name, ''), block.arguments
from (
    select session_id, seq, time, clock, turn, step, inherited,
        unnest(coalesce(j.message.content, j.content)) as block,
        generate_subscripts(coalesce(j.message.content, j.content), 1) as position
    from parsed_messages where type = 'assistant/message'
)
where block.type = 'tool-call';

insert into usage_events
select session_id, seq, time, clock, turn, step, inherited, j.message.source.provider, j.message.source.model,
    j.usage."inputTokens", j.usage."outputTokens", j.usage."cacheReadTokens", j.usage."cacheWriteTokens",
    j.usage."reasoningTokens", j.usage."totalTokens"
from parsed_messages
where type = 'assistant/message' and coalesce(j.usage."inputTokens", j.usage."outputTokens") is not null;

drop table parsed_messages;
