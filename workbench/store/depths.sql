-- How deep a program's call lies, and under which call: programs may call programs. A parent starts before its child,
-- so that ids that name each other in a circle come to an end. Where the
-- parent is not in the log, a call lies below the model's call.
update call_index set depth = found.depth, parent_key = found.parent_key
from (
    with recursive own as (
        select key, session_id, call_id, parent_call_id, root_call_id, root_key,
            coalesce(call_seq, result_seq) as seq
        from call_index semi join pending using (session_id) where is_dispatch
    ),
    tree as (
        select key, session_id, call_id, root_key, seq, root_key as parent_key, 1 as depth
        from own as o
        where parent_call_id = root_call_id or parent_call_id = call_id or not exists (
            select 1 from own as p
            where p.session_id = o.session_id and p.call_id = o.parent_call_id
                and coalesce(p.root_key, '') = coalesce(o.root_key, '') and p.seq < o.seq)
        union all
        select o.key, o.session_id, o.call_id, o.root_key, o.seq, t.key, t.depth + 1
        from own as o join tree as t
            on o.session_id = t.session_id and o.parent_call_id = t.call_id
            and coalesce(o.root_key, '') = coalesce(t.root_key, '') and o.seq > t.seq
            and o.parent_call_id <> o.root_call_id and o.parent_call_id <> o.call_id
    )
    select key, arg_max(parent_key, depth) as parent_key, max(depth) as depth from tree group by key
) as found
where call_index.key = found.key;
