-- Attempts that failed and were made again. The first builds gave them no ids: a start belongs to the retry before it.
insert into retry_events
select session_id, seq, time, clock, turn, step, inherited, type,
    coalesce(j."retryId", 'legacy-retry:' || session_id || ':'
        || max(case when type = 'llm/retry' then seq end) over (partition by session_id order by seq)), j.retry, j."maxRetries", j."delayMs",
    j.provider, j.mode, j.failure.code, j.failure.message, j.failure.status
from (
    select *, json_transform(data, '{"retryId":"VARCHAR","retry":"BIGINT","maxRetries":"BIGINT","delayMs":"BIGINT","provider":"VARCHAR","mode":"VARCHAR","failure":{"code":"VARCHAR","message":"VARCHAR","status":"BIGINT"}}') as j
    from pending_rows
    where readable and type in ('llm/retry', 'llm/retry-started')
);
