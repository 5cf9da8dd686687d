-- Tokens of the answers. The counts are disjoint: input tokens are the uncached ones.
insert into usage_events
select session_id, seq, time, clock, turn, step, inherited,
    j.message.source.provider, j.message.source.model, u."inputTokens", u."outputTokens", u."cacheReadTokens",
    u."cacheWriteTokens", u."reasoningTokens", u."totalTokens"
from (
    select *, j.usage as u
    from (
        select *, json_transform(data, '{"usage":{"inputTokens":"BIGINT","outputTokens":"BIGINT","cacheReadTokens":"BIGINT","cacheWriteTokens":"BIGINT","reasoningTokens":"BIGINT","totalTokens":"BIGINT"},"message":{"source":{"provider":"VARCHAR","model":"VARCHAR"}}}') as j
        from pending_rows
        where type = 'assistant/message' and readable
            and contains(data, '"usage"')
    )
)
where u is not null and coalesce(u."inputTokens", u."outputTokens") is not null
order by session_id, seq;
