-- Each write is the whole list; the last one counts.
insert into todo_writes
select session_id, seq, time, clock, turn, step, inherited, data->>'$.todos', len(todos),
    len(list_filter(todos, lambda t: t.status = 'pending')),
    len(list_filter(todos, lambda t: t.status = 'in_progress')),
    len(list_filter(todos, lambda t: t.status = 'completed'))
from (
    select *, json_transform(data, '{"todos":[{"content":"VARCHAR","status":"VARCHAR"}]}').todos as todos
    from pending_rows where readable and type = 'todo/write'
);
