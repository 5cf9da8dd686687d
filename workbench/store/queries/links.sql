-- The child sessions of the subagent calls of one session, as far as they could be told.
select key, child_session_id, link_source, candidates from links_until($session, $seq, $clock)
