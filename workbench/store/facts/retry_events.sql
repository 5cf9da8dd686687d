-- Attempts that failed and were made again.
insert into retry_events
select session_id, seq, time, clock, turn, step, inherited, type, j."retryId", j.retry, j."maxRetries", j."delayMs",
    j.provider, j.mode, j.failure.code, j.failure.message, j.failure.status
from (
    select *, json_transform(data, '{"retryId":"VARCHAR","retry":"BIGINT","maxRetries":"BIGINT","delayMs":"BIGINT","provider":"VARCHAR","mode":"VARCHAR","failure":{"code":"VARCHAR","message":"VARCHAR","status":"BIGINT"}}') as j
    from pending_rows
    where readable and type in ('llm/retry', 'llm/retry-started')
);
