-- Everything of one session in order: messages, notices, retries, stand-alone approvals, and the root calls.
select key, kind, seq, last_seq, type, time as time_ms, clock as clock_ms, call_key, inherited, interrupted
from timeline_index
where session_id = $session
order by seq, key
