select session_id, created_ms from source_files order by created_ms, session_id
