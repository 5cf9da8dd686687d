-- Attempts that failed, with the wait before the next one and what went wrong.
create view retries as
select r.session_id, r.retry_id, r.seq, r.turn, r.step, r.retry, r.max_retries, r.delay_ms, r.provider, r.mode,
    r.failure_code, r.failure_message, r.failure_status, instant(r.time) as failed_at, s.seq as started_seq,
    instant(s.time) as started_at
from (select * from retry_events where event = 'llm/retry' and not inherited) as r
left join (select * from retry_events where event = 'llm/retry-started') as s
    on s.session_id = r.session_id and s.retry_id = r.retry_id and s.retry = r.retry;
