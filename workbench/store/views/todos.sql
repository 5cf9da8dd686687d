-- Items of every todo list that was written; each write is the whole list.
create view todos as
select w.session_id, w.seq, c.card_key as call_key, w.position, w.item.content as content, w.item.status as status,
    w.clock
from (
    select session_id, seq, clock,
        unnest(json_transform(todos, '[{"content":"VARCHAR","status":"VARCHAR"}]')) as item,
        generate_subscripts(json_transform(todos, '[{"content":"VARCHAR","status":"VARCHAR"}]'), 1) - 1 as position
    from todo_writes where not inherited and todos is not null
) as w
left join (select card_key, session_id, seq from card_rows where role = 'during') as c
    on c.session_id = w.session_id and c.seq = w.seq;
