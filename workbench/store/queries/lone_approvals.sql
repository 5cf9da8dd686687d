-- Requests for approval of one session that name no call, with the decision where it had been taken.
select session_id || '/approval/' || asked_seq as key, approval_id, tool, reason, asked_seq, asked_ms,
    case when decided_seq <= $seq then outcome end as outcome,
    case when decided_seq <= $seq then decided_seq end as decided_seq,
    case when decided_seq <= $seq and decided_ms >= asked_ms then decided_ms - asked_ms end as wait_ms,
    coalesce(over_seq <= $seq, false) and not coalesce(decided_seq <= $seq, false) as is_over
from approval_index where session_id = $session and key is null and asked_seq <= $seq order by asked_seq
