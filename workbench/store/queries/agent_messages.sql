-- What children had said to one session by themselves: reports, and the news of their ends.
select seq, time as time_ms, sender_session_id, source_kind, text_start as text
from message_events
where session_id = $session and sender_session_id is not null and role = 'user' and seq <= $seq
order by seq
