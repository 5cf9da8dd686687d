-- Compactions, and single prunes (`compaction_id` NULL), which shorten one old result each.
create view compactions as
with starts as (select * from compaction_events where event = 'start' and not inherited),
summaries as (select * from compaction_events where event = 'summary'),
ends as (select * from compaction_events where event = 'end')
select s.session_id, s.compaction_id, s.turn, s.seq as start_seq, m.seq as summary_seq, e.seq as end_seq,
    instant(s.time) as started_at, instant(e.time) as ended_at,
    case when e.time >= s.time then e.time - s.time end as duration_ms,
    case when e.seq is null then 'open' when e.error is not null then 'failed' else 'done' end as state,
    e.error, m.shadowed_events, m.shadowed_tokens, m.model, m.input_tokens, m.output_tokens
from starts as s
left join summaries as m on m.session_id = s.session_id and m.compaction_id = s.compaction_id
left join ends as e on e.session_id = s.session_id and e.compaction_id = s.compaction_id
union all
select session_id, null, turn, seq, null, seq, instant(time), instant(time), null, 'done', null, shadowed_events,
    shadowed_tokens, null, null, null
from compaction_events where event = 'prune' and not inherited;
