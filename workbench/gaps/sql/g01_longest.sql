select session_id, seq, key, tool, blank_ms, calls_running from blank order by blank_ms desc, session_id, seq limit 50
