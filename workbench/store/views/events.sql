-- Every logical event, packed members expanded: `sum(n)` of `rows`. `kind` is the type in one vocabulary for all
-- generations; `row_seq` and `k` say which member of which stored row an event is. Stream records of generations 2 to 4
-- have no number of their own and stand in `deltas` only.
create view events as
with packed as (
    select session_id, source, seq, time, clock, turn, step, inherited, known, type,
        json_transform(data, '{"index":"BIGINT","id":"VARCHAR","name":"VARCHAR","dt":["BIGINT"],"texts":["VARCHAR"],"args":["VARCHAR"]}') as j
    from rows where is_packed(type) and readable
),
member as (
    select *, coalesce(j.texts, j.args) as parts, unnest(coalesce(j.texts, j.args)) as text,
        unnest(list_prepend(0::bigint, j.dt)) as gap,
        generate_subscripts(coalesce(j.texts, j.args), 1) as k
    from packed
),
placed as (
    select *, time + sum(gap) over (partition by session_id, seq order by k rows unbounded preceding) as member_time
    from member where k <= len(parts)
)
select session_id, source, seq, n, type, event_kind(type) as kind, time, clock, turn, step, inherited, known, repaired,
    ignorable, data, surface_op, source_seqs, extra, line, seq as row_seq, 0::bigint as k
from rows where not is_packed(type) or not readable
union all
select session_id, source, (seq + k - 1)::bigint, 1::bigint, 'assistant/chunk', 'assistant/chunk',
    member_time::bigint,
    greatest(clock, max(member_time) over (partition by session_id, seq order by k rows unbounded preceding))::bigint,
    turn, step, inherited, known, false, null,
    json_object('turn', turn, 'step', step, 'chunk', case type
        when 'text-chunks' then json_object('type', 'text-delta', 'index', j.index, 'text', text)
        when 'reasoning-chunks' then json_object('type', 'reasoning-delta', 'index', j.index, 'text', text)
        else json_merge_patch(
            json_object('type', 'tool-call-delta', 'index', j.index, 'id', j.id, 'name', j.name),
            json_object('argumentsDelta', text))
        end)::varchar,
    null, null, null, null, seq, (k - 1)::bigint
from placed;
