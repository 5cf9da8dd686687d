-- Every todo list that had been written in one session.
select seq, todos from todo_writes where session_id = $session and seq <= $seq order by seq
