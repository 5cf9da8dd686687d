select * from sessions where session_id = $session
