select session_id from source_files order by created_ms, session_id
