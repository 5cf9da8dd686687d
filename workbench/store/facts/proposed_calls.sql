-- The tool-call blocks of the model's messages; flat payloads of the first builds have the content directly in data.
insert into proposed_calls
select session_id, seq, time, clock, turn, step, inherited, position - 1,
    coalesce(block.id, ''), coalesce(block.name, ''), block.arguments
from (
    select session_id, seq, time, clock, turn, step, inherited, unnest(blocks) as block,
        generate_subscripts(blocks, 1) as position
    from (
        select *, json_transform(coalesce(data->'$.message.content', data->'$.content'),
            '[{"type":"VARCHAR","id":"VARCHAR","name":"VARCHAR","arguments":"VARCHAR"}]') as blocks
        from pending_rows
        where type = 'assistant/message' and readable
            and contains(data, '"tool-call"')
    )
)
where block.type = 'tool-call'
order by session_id, seq, position;
