-- The order of everything a person reads: messages, reasoning, the model's calls, compactions, retries, approvals that
-- name no call, and notices. Rows of one event are ordered by `position`: reasoning, answer, calls.
insert into timeline_index
with messages as (
    select *,
        case
            when role = 'assistant' then null
            when source_kind = 'compact-checkpoint' then 'compaction'
            when form = 'notice' or source_kind in ('subagent-settled', 'subagent-report', 'webhook', 'tool-jobs')
                then 'notice'
            when role = 'user' and coalesce(source_kind, 'user') in (
                'user', 'coordinator', 'agent-message', 'team-message') then 'user'
            else 'context'
        end as kind
    from message_events semi join pending using (session_id)
)
select session_id, line_key(session_id, kind, seq), kind, seq, time, clock, turn, step, 0, null, inherited,
    role || '/message', seq, false
from messages
where kind in ('user', 'notice', 'context') and not (role = 'system' and coalesce(blocks, 0) = 0)
union all
select session_id, line_key(session_id, 'reasoning', seq), 'reasoning', seq, time, clock, turn, step, 0, null,
    inherited, 'assistant/message', seq, interrupted
from messages where role = 'assistant' and reasoning_chars > 0
union all
select session_id, line_key(session_id, 'assistant', seq), 'assistant', seq, time, clock, turn, step, 1, null,
    inherited, 'assistant/message', seq, interrupted
from messages where role = 'assistant' and (text_chars > 0 or media > 0)
union all
select session_id, key, 'call', place_seq,
    coalesce(started_ms, proposed_ms), coalesce(call_clock, proposed_clock, streamed_clock, result_clock), turn, step,
    1 + row_number() over (partition by session_id, place_seq order by position, occurrence, key),
    key, inherited, 'tool/call', coalesce(result_seq, call_seq, proposed_seq, streamed_seq), false
from call_index semi join pending using (session_id)
where not is_dispatch or parent_key is null;

-- Until generation 2 the system prompt is no message, but a member of what was sent; where it is a new one.
-- needs: request/header
insert into timeline_index
select session_id, line_key(session_id, 'context', seq), 'context', seq, time, clock, turn, step, 0, null, inherited,
    type, seq, false
from (
    select *, lag(prompt) over (partition by session_id order by seq) as before
    from (
        select r.*, r.data->>'$.header.system' as prompt from rows as r semi join pending using (session_id)
        where r.type = 'request/header' and r.readable and contains(r.data, '"system"')
    )
    where prompt <> ''
)
where prompt is distinct from before;

-- Answers that exist in their stream records only: broken off, or still arriving.
-- if: select 1 from attempts semi join pending using (session_id) where message_seq is null and retry_seq is null limit 1
insert into timeline_index
with broken as (
    select c.session_id, case c.part when 'text' then 'assistant' else 'reasoning' end as kind, min(c.seq) as seq,
        arg_min(c.time, c.seq) as time, arg_min(c.clock, c.seq) as clock, a.turn, a.step,
        if(c.part = 'text', 1, 0) as position,
        bool_or(c.inherited) as inherited,
        case when bool_or(is_inside(c.record)) then 'assistant/attempt' else 'assistant/chunk' end as type,
        max(c.seq + c.n - 1) as last_seq,
        bool_or(a.closed_seq is not null) as interrupted
    from (select * from attempts semi join pending using (session_id) where message_seq is null and retry_seq is null)
        as a
    join (select * from chunk_rows semi join pending using (session_id)) as c
        on c.session_id = a.session_id and coalesce(c.turn, -1) = coalesce(a.turn, -1)
        and coalesce(c.step, -1) = coalesce(a.step, -1) and c.seq between a.first_seq and a.last_seq
    where c.part in ('text', 'reasoning')
    group by c.session_id, c.part, a.turn, a.step, a.first_seq
    having bool_or(c.record <> 'block-start')
)
select session_id, line_key(session_id, kind, seq), kind, seq, time, clock, turn, step, position, null, inherited,
    type, last_seq, interrupted
from broken;

-- if: select 1 from pending_checkpoints limit 1
insert into timeline_index
select session_id, line_key(session_id, 'compaction', seq), 'compaction', seq, time, clock, turn, step, 0, null,
    inherited, role || '/message', seq, false
from pending_checkpoints where start_seq is null;

-- needs: compaction/.*
insert into timeline_index
with compactions as (
    select session_id, seq, time, clock, turn, step, inherited, 'compaction/' || event as type, seq as last_seq
    from compaction_events semi join pending using (session_id) where event = 'start'
    union all
    -- prunes come in runs; what stands between two steps or compactions is one run
    select p.session_id, min(p.seq), arg_min(p.time, p.seq), arg_min(p.clock, p.seq),
        arg_min(p.turn, p.seq), arg_min(p.step, p.seq), bool_or(p.inherited), 'compaction/prune', max(p.seq)
    from (
        select p.*, t.seq as after
        from (select * from compaction_events semi join pending using (session_id) where event = 'prune') as p
        asof left join (
            select session_id, seq from turn_events semi join pending using (session_id)
            union all
            select session_id, seq from compaction_events semi join pending using (session_id) where event <> 'prune'
        ) as t on p.session_id = t.session_id and p.seq > t.seq
    ) as p
    group by p.session_id, p.after
)
select session_id, line_key(session_id, 'compaction', seq), 'compaction', seq, time, clock, turn, step, 0, null,
    inherited, type, last_seq, false
from compactions;

-- needs: llm/retry
insert into timeline_index
select session_id, line_key(session_id, 'retry', seq), 'retry', seq, time, clock, turn, step, 0, null, inherited,
    event, seq, false
from retry_events semi join pending using (session_id) where event = 'llm/retry';

-- needs: approval/asked
insert into timeline_index
select session_id, line_key(session_id, 'approval', asked_seq), 'approval', asked_seq, asked_ms, asked_clock, turn,
    step, 0, null, inherited, 'approval/asked', coalesce(decided_seq, asked_seq), false
from approval_index semi join pending using (session_id) where key is null;

-- Ends of turns that say more than that. A pick-up before the first turn ends an empty seed, which is nothing to a
-- reader.
-- if: select 1 from turn_events semi join pending using (session_id) where reason <> 'completed' or event = 'session/end-seed' limit 1
insert into timeline_index
select session_id, line_key(session_id, 'notice', seq), 'notice', seq, time, clock, turn, step, 0, null, inherited,
    event, seq, false
from turn_events semi join pending using (session_id)
left join (
    select session_id, min(seq) as begun from turn_events semi join pending using (session_id)
    where event = 'turn/start' group by session_id
) as b using (session_id)
where (event = 'turn/end' and reason <> 'completed') or (event = 'session/end-seed' and seq > begun);

-- What happens outside of every call and is no message: shown as it stands.
-- needs: change
insert into timeline_index
with begun as (
    select session_id, min(seq) as seq from turn_events semi join pending using (session_id)
    where event = 'turn/start' group by session_id
),
changes as (
    select r.session_id, r.seq, r.time, r.clock, r.turn, r.step, r.inherited, r.type
    from rows as r semi join pending using (session_id)
    anti join pending_during as d on d.session_id = r.session_id and d.seq = r.seq
    left join begun as b on b.session_id = r.session_id
    where not is_packed(r.type) and (
        not (r.known or is_known_name(r.type)) or is_notable(r.type) or r.type = 'hook/invoked'
        or (is_setting(r.type) and r.seq > b.seq)
        or (r.type = 'agent/inbox/spliced' and r.readable and coalesce(r.data->>'$.outcome' = 'canceled', false)))
    qualify row_number() over (partition by r.session_id, r.seq order by r.line) = 1
)
select session_id, line_key(session_id, 'notice', seq), 'notice', seq, time, clock, turn, step, 0, null, inherited,
    type, seq, false
from changes;

-- Rows of runs whose call is not in the log: no card has them, so they are shown as they stand.
-- needs: tool-workflow/.*
insert into timeline_index
select w.session_id, line_key(w.session_id, 'notice', w.seq), 'notice', w.seq, w.time, w.clock, w.turn, w.step, 0,
    null, w.inherited, 'tool-workflow/' || w.event, w.seq, false
from (select * from workflow_events semi join pending using (session_id)) as w
anti join (from run_index where key is not null) as r
    on r.session_id = w.session_id and r.run_id = w.run_id and r.start_seq <= w.seq
qualify row_number() over (partition by w.session_id, w.seq) = 1;
