-- Every todo list that was written in one session.
select seq, todos from todo_writes where session_id = $session order by seq
