-- How deep a program's call lies, and under which call: programs may call programs.
update call_index set depth = found.depth, parent_key = found.parent_key
from (
    with recursive own as (
        select key, call_id, parent_call_id, root_call_id, root_key, coalesce(call_seq, result_seq) as seq from call_index
        where session_id = $session and is_dispatch
    ),
    tree as (
        select key, call_id, root_key, seq, root_key as parent_key, 1 as depth
        from own where parent_call_id = root_call_id or parent_call_id = call_id
        union all
        select o.key, o.call_id, o.root_key, o.seq, t.key, t.depth + 1
        from own as o join tree as t
            on o.parent_call_id = t.call_id and o.root_key is not distinct from t.root_key
            and o.seq > t.seq and o.parent_call_id <> o.root_call_id and o.parent_call_id <> o.call_id
    )
    select key, any_value(parent_key) as parent_key, min(depth) as depth from tree group by key
) as found
where call_index.session_id = $session and call_index.key = found.key;
