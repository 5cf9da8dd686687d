-- The first builds wrote compact/… for compaction/…, and gave no ids: what follows a start belongs to it then.
insert into compaction_events
select session_id, seq, time, clock, turn, step, inherited, split_part(type, '/', 2),
    coalesce(j."compactionId", case when event_kind(type) <> 'compaction/prune' then 'legacy-compaction:' || session_id
        || ':' || max(case when event_kind(type) = 'compaction/start' then seq end)
            over (partition by session_id order by seq) end),
    j.error, j."shadowedTokenCount", len(j."shadowedSeqs"), j.model, j.usage."inputTokens", j.usage."outputTokens"
from (
    select *, json_transform(data, '{"compactionId":"VARCHAR","error":"VARCHAR","shadowedTokenCount":"BIGINT","shadowedSeqs":["JSON"],"model":"VARCHAR","usage":{"inputTokens":"BIGINT","outputTokens":"BIGINT"}}') as j
    from pending_rows
    where readable
        and event_kind(type) in ('compaction/start', 'compaction/summary', 'compaction/prune', 'compaction/end')
);
