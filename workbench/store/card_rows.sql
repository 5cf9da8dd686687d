-- Which rows a card or a timeline row stands on. A packed row is claimed as a whole, its members with it. The statements
-- below do not overlap: a row is claimed once in a role by a card.
insert into card_rows
select key, session_id, seq, 'self' from timeline_index semi join pending using (session_id)
where kind <> 'call' and type not in ('assistant/chunk', 'assistant/attempt')
union all
select key, session_id, proposed_seq, 'proposed'
from call_index semi join pending using (session_id) where proposed_seq is not null
union all
select key, session_id, call_seq, if(is_dispatch, 'dispatch-start', 'call')
from call_index semi join pending using (session_id) where call_seq is not null
union all
select key, session_id, result_seq, if(is_dispatch, 'dispatch', 'result')
from call_index semi join pending using (session_id) where result_seq is not null;

-- Stream records of what became a message, or is still arriving, and of attempts that were made again.
-- if: select 1 from chunk_rows semi join pending using (session_id) limit 1
insert into card_rows
with chunks as (
    select c.session_id, c.seq, c.part, c.record, coalesce(c.position, -1) as position, a.first_seq, a.message_seq,
        a.retry_seq
    from (select * from chunk_rows semi join pending using (session_id)) as c
    join attempts as a
        on a.session_id = c.session_id and coalesce(a.turn, -1) = coalesce(c.turn, -1)
        and coalesce(a.step, -1) = coalesce(c.step, -1) and c.seq between a.first_seq and a.last_seq
),
streams as (
    select s.session_id, s.attempt_seq, coalesce(s.position, -1) as position, c.key
    from pending_streamed as s
    join call_index as c
        on c.session_id = s.session_id and c.streamed_seq = s.seq and c.call_id = s.call_id
        and c.block is not distinct from s.position
),
lines as (
    select session_id, key, kind, seq, last_seq, type from timeline_index semi join pending using (session_id)
    where kind in ('assistant', 'reasoning')
)
select s.key, c.session_id, c.seq, 'delta'
from chunks as c join streams as s
    on c.session_id = s.session_id and c.first_seq = s.attempt_seq and c.position = s.position
where c.part = 'tool-call' and c.retry_seq is null
union all
select l.key, c.session_id, c.seq, 'delta'
from chunks as c join lines as l
    on l.session_id = c.session_id and l.seq = c.message_seq
    and l.kind = case c.part when 'text' then 'assistant' when 'reasoning' then 'reasoning' end
union all
select distinct l.key, c.session_id, c.seq, 'delta'
from (select * from chunks where message_seq is null and retry_seq is null) as c join lines as l
    on l.session_id = c.session_id
    and l.type in ('assistant/chunk', 'assistant/attempt') and c.seq between l.seq and l.last_seq
    and l.seq >= c.first_seq
    and l.kind = case c.part when 'text' then 'assistant' when 'reasoning' then 'reasoning' end
union all
select line_key(session_id, 'retry', retry_seq), session_id, seq, 'failed attempt'
from chunks where retry_seq is not null and not is_inside(record);

-- needs: assistant/attempt
insert into card_rows
select line_key(session_id, 'retry', retry_seq), session_id, first_seq, 'failed attempt'
from attempts semi join pending using (session_id) where attempt < 0 and retry_seq is not null;

-- Shortened copies of a result, made for the model alone.
-- if: select 1 from tool_results semi join pending using (session_id) where not appended limit 1
insert into card_rows
select c.key, r.session_id, r.seq, 'replacement'
from (select * from tool_results semi join pending using (session_id) where not appended) as r
asof join (
    select key, session_id, call_id, result_seq from call_index semi join pending using (session_id)
    where not is_dispatch and result_seq is not null
) as c on r.session_id = c.session_id and r.call_id = c.call_id and r.seq > c.result_seq;

-- needs: approval/.*
insert into card_rows
select key, session_id, asked_seq, 'asked'
from approval_index semi join pending using (session_id) where key is not null
union all
select coalesce(key, line_key(session_id, 'approval', asked_seq)), session_id, decided_seq, 'decided'
from approval_index semi join pending using (session_id) where decided_seq is not null;

-- needs: tool-workflow/.*
insert into card_rows
select r.key, w.session_id, w.seq, 'workflow'
from workflow_events as w semi join pending using (session_id)
join run_index as r on r.session_id = w.session_id and r.run_id = w.run_id
where r.key is not null;

-- needs: during
insert into card_rows
select key, session_id, seq, 'during' from pending_during;

-- if: select 1 from job_events semi join pending using (session_id) where event = 'notice' limit 1
insert into card_rows
select e.key, n.session_id, n.seq, 'notice'
from job_events as n semi join pending using (session_id)
join (
    select session_id, job_id, nth, arg_min(key, seq) as key from job_events where event = 'started'
    group by session_id, job_id, nth
) as e on e.session_id = n.session_id and e.job_id = n.job_id and e.nth = n.nth
where n.event = 'notice';

-- needs: llm/retry-started
insert into card_rows
select line_key(e.session_id, 'retry', s.seq), e.session_id, e.seq, 'retry-started'
from (select * from retry_events semi join pending using (session_id) where event = 'llm/retry-started') as e
asof join (select session_id, seq from retry_events where event = 'llm/retry') as s
    on e.session_id = s.session_id and e.seq > s.seq;

-- What a hook outside of every call decided, beside the row of its start.
-- needs: hook/result
insert into card_rows
select line_key(session_id, 'notice', invoked_seq), session_id, seq, 'hook-result' from pending_hook_results
where invoked_seq is not null;

-- The rest of a compaction: everything up to its end.
-- needs: compaction/.*
insert into card_rows
select line_key(s.session_id, 'compaction', s.seq), e.session_id, e.seq, e.event
from (select * from compaction_events semi join pending using (session_id) where event in ('summary', 'end')) as e
asof join (select session_id, seq, compaction_id from compaction_events where event = 'start') as s
    on e.session_id = s.session_id and e.compaction_id = s.compaction_id and e.seq > s.seq
union all
select line_key(session_id, 'compaction', start_seq), session_id, seq, 'checkpoint'
from pending_checkpoints where start_seq is not null
union all
select l.key, e.session_id, e.seq, 'prune'
from (select * from compaction_events semi join pending using (session_id) where event = 'prune') as e
join (from timeline_index semi join pending using (session_id) where type = 'compaction/prune') as l
    on l.session_id = e.session_id and e.seq > l.seq and e.seq <= l.last_seq;
