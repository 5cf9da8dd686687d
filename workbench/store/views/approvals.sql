-- One entry a request; `outcome` is NULL without a decision. It is `open` while one is waited for: not once its call, or
-- the turn of a request that names none, is over.
create view approvals_all as
select session_id, approval_id, key as call_key, call_id, tool, reason, asked_seq, decided_seq,
    instant(asked_ms) as asked_at, instant(decided_ms) as decided_at, outcome,
    case when decided_ms >= asked_ms then decided_ms - asked_ms end as wait_ms, decided_seq is null and over_seq is null as open,
    turn, step, asked_ms, decided_ms, asked_clock, inherited
from approval_index;

create view approvals as select * from approvals_all where not inherited;
