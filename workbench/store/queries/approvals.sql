-- Requests for approval of one session that name a call, in order.
select key as call_key, approval_id, tool, reason, asked_seq, asked_ms, outcome, decided_seq,
    case when decided_ms >= asked_ms then decided_ms - asked_ms end as wait_ms
from approval_index where session_id = $session and key is not null order by asked_seq
