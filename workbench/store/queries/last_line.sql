-- The last line of a log that counts at a moment.
select max(line) as line from rows where session_id = $session and seq <= $seq
