-- The time that one row carries.
select time from rows where session_id = $session and seq = $row
