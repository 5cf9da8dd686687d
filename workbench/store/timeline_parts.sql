-- What the timeline and the cards are built from, for the sessions in `pending`: rows that are written while a call runs
-- and belong to it, with the innermost such call. Programs' calls come after the call they belong to, so the innermost
-- open call is the last that started.
create or replace temp table pending_during (session_id varchar, seq bigint, type varchar, key varchar);

-- needs: during
insert into pending_during
select r.session_id, r.seq, r.type, arg_max(o.key, o.call_seq)
from (
    select *, coalesce(turn, -1) as t, coalesce(step, -1) as s from rows semi join pending using (session_id)
    where is_during_call(type) or type = 'todo/write'
) as r
join (
    select key, session_id, coalesce(turn, -1) as t, coalesce(step, -1) as s, name, call_seq,
        coalesce(result_seq, closed_seq) as end_seq
    from call_index semi join pending using (session_id) where call_seq is not null
) as o
    on o.session_id = r.session_id and o.t = r.t and o.s = r.s and r.seq > o.call_seq
    and (o.end_seq is null or r.seq < o.end_seq)
where r.type <> 'todo/write' or o.name = 'todo_write'
group by r.session_id, r.seq, r.type;

-- Messages that stand for a compacted stretch, with the start of the compaction they belong to: the one that is open
-- where they stand. `start_seq` is NULL where none is.
create or replace temp table pending_checkpoints (
    session_id varchar, seq bigint, time bigint, clock bigint, turn bigint, step bigint, inherited boolean,
    role varchar, start_seq bigint
);

-- if: select 1 from message_events semi join pending using (session_id) where source_kind = 'compact-checkpoint' limit 1
insert into pending_checkpoints
select m.session_id, m.seq, m.time, m.clock, m.turn, m.step, m.inherited, m.role,
    case when e.event in ('start', 'summary') then e.start_seq end
from (
    select * from message_events semi join pending using (session_id)
    where source_kind = 'compact-checkpoint'
) as m
asof left join (
    select session_id, seq, event,
        max(case when event = 'start' then seq end) over (partition by session_id order by seq) as start_seq
    from compaction_events semi join pending using (session_id)
) as e on m.session_id = e.session_id and m.seq > e.seq;

-- What hooks outside of every call decided, each with the start it belongs to: the last one of that hook before it that
-- has no result yet. `invoked_seq` is NULL where none is.
create or replace temp table pending_hook_results (session_id varchar, seq bigint, invoked_seq bigint);

-- needs: hook/result
insert into pending_hook_results
with lone as (
    select h.* from (select * from hook_events semi join pending using (session_id)) as h
    anti join pending_during as d on d.session_id = h.session_id and d.seq = h.seq
),
numbered as (
    select *, row_number() over (partition by session_id, event, point, handler_id order by seq) as nth from lone
)
select r.session_id, r.seq, i.seq
from (select * from numbered where event = 'result') as r
left join (select * from numbered where event = 'invoked') as i
    on i.session_id = r.session_id and i.point is not distinct from r.point
    and i.handler_id is not distinct from r.handler_id and i.nth = r.nth and i.seq < r.seq;
