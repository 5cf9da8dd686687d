select cwd from source_files where session_id = $session
