-- Where the log of one session lies.
select path from source_files where session_id = $session
