-- Calls in answers that were still arriving, or were broken off: how far their arguments had come. An answer that is
-- tried again later, because it failed, was arriving as well before it failed.
with attempts_then as (
    select * from attempts
    where session_id = $session and first_seq <= $seq and (message_seq is null or message_seq > $seq)
        and (retry_seq is null or retry_seq > $seq)
),
parts as (
    select a.turn, a.step, a.first_seq, c.*
    from attempts_then as a
    join chunk_rows as c
        on c.session_id = a.session_id and c.turn is not distinct from a.turn and c.step is not distinct from a.step
        and c.seq between a.first_seq and least(a.last_seq, $seq)
    where c.part = 'tool-call'
),
blocks as (
    select turn, step, first_seq, position,
        coalesce(max(call_id), 'call-' || coalesce(any_value(position), 0)) as call_id, max(name) as name,
        min(seq) filter (record <> 'block-start') as seq,
        arg_min(clock, seq) filter (record <> 'block-start') as clock, bool_or(ends_block(record)) as complete,
        bool_or(inherited) as inherited
    from parts group by turn, step, first_seq, position having bool_or(record <> 'block-start')
),
texts as (
    select p.first_seq, p.position,
        coalesce(
            max(case when p.record = 'block-end' then r.data->>'$.chunk.block.arguments' end),
            string_agg(case r.type
                when 'tool-call-chunks' then array_to_string(list_slice(
                    json_transform(r.data, '{"args":["VARCHAR"]}').args, 1, $seq - r.seq + 1), '')
                when 'assistant/attempt' then attempted_arguments(r.data, coalesce(p.position, -1))
                else r.data->>'$.chunk.argumentsDelta' end, '' order by p.seq)) as arguments
    from parts as p join rows as r on r.session_id = $session and r.seq = p.seq and r.readable
    group by p.first_seq, p.position
),
named as (
    select *, key_of($session, turn, step, call_id,
        row_number() over (partition by turn, step, call_id order by seq, position)) as key
    from blocks
)
select b.key, b.turn, b.step, b.call_id, coalesce(b.name, '') as name, coalesce(t.arguments, '') as arguments,
    b.complete, b.seq, b.clock, b.inherited,
    exists (select 1 from turn_events as e where e.session_id = $session and e.seq > b.seq and e.seq <= $seq) as over,
    c.key is not null as is_kept
from named as b
left join texts as t on t.first_seq = b.first_seq and t.position is not distinct from b.position
left join call_index as c on c.session_id = $session and c.key = b.key and c.streamed_seq = b.seq
order by b.seq, b.position
