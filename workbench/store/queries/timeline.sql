-- Everything of one session in order: messages, notices, retries, stand-alone approvals, and the root calls.
select key, kind, seq, time as time_ms, clock as clock_ms, call_key
from timeline_rows
where session_id = $session
order by seq, key
