-- Logs whose rows are not in the order of their numbers, as their reader noted. A row whose number an earlier line has
-- keeps its place, and no fact is drawn from it, so that nothing counts twice.
update rows set readable = false
where readable and (session_id, line) in (
    select session_id, line from rows
    where session_id in (
        select session_id from damage_rows semi join pending using (session_id) where code = 'seq-overlap')
    qualify row_number() over (partition by session_id, seq order by line) > 1
);

-- The clock, and the turn and step that are open, go with the numbers: a moment is all rows up to one of them, wherever
-- they stand in the file. The rule is the reader's: a row that opens or closes says where it stands itself, others
-- stand where the last of these left it, and where nothing is open their own data is asked.
update rows set clock = told.clock, turn = told.turn, step = told.step
from (
    with listed as (
        select session_id, line, seq, type, case when readable then time end as time,
            type in ('turn/start', 'turn/end', 'step/start', 'step/end') and readable as marks,
            case when readable and type in ('turn/start', 'turn/end', 'step/start', 'step/end', 'text-chunks',
                'reasoning-chunks', 'tool-call-chunks', 'assistant/chunk', 'assistant/message', 'assistant/attempt',
                'system/message', 'developer/message', 'tool/call', 'tool/result', 'llm/retry', 'llm/retry-started',
                'hook/invoked', 'hook/result', 'compaction/start', 'compaction/end', 'deliverables/presented')
                then json_transform(data, '{"turn":"UBIGINT","step":"UBIGINT"}') end as own
        from rows
        where session_id in (
            select session_id from damage_rows semi join pending using (session_id) where code = 'seq-overlap')
    ),
    told as (
        select *,
            last_value(case when marks then {'turn': case when type <> 'turn/end' then own.turn end,
                    'step': case when type = 'step/start' then own.step end} end ignore nulls)
                over (partition by session_id order by seq, line rows between unbounded preceding and 1 preceding)
                as left_by,
            max(time) over (partition by session_id order by seq, line rows unbounded preceding) as clock
        from listed
    )
    select session_id, line, clock,
        case when marks then coalesce(own.turn, left_by.turn) else coalesce(left_by.turn, own.turn) end::bigint as turn,
        case when marks then case when type not like 'turn/%' then own.step end
            when type in ('hook/invoked', 'hook/result', 'compaction/start', 'compaction/end', 'deliverables/presented')
                then left_by.step
            else coalesce(left_by.step, own.step) end::bigint as step
    from told
) as told
where told.session_id = rows.session_id and told.line = rows.line
    and (told.clock is distinct from rows.clock or told.turn is distinct from rows.turn
        or told.step is distinct from rows.step);
