-- The first builds wrote compact/… for compaction/….
insert into compaction_events
select session_id, seq, time, clock, turn, step, inherited, split_part(type, '/', 2), j."compactionId",
    j.error, j."shadowedTokenCount", len(j."shadowedSeqs"), j.model, j.usage."inputTokens", j.usage."outputTokens"
from (
    select *, json_transform(data, '{"compactionId":"VARCHAR","error":"VARCHAR","shadowedTokenCount":"BIGINT","shadowedSeqs":["JSON"],"model":"VARCHAR","usage":{"inputTokens":"BIGINT","outputTokens":"BIGINT"}}') as j
    from pending_rows
    where readable
        and event_kind(type) in ('compaction/start', 'compaction/summary', 'compaction/prune', 'compaction/end')
);
