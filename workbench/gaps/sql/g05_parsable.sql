-- Results that have both metadata and a text that one of the catalogue's readers knows, at most $most a tool.
with chosen as (
    select session_id, result_seq as seq, key, name as tool,
        row_number() over (partition by name order by session_id, result_seq) as place
    from calls
    where has_meta and not is_error and list_contains($tools, name)
)
select c.session_id, c.seq, c.key, c.tool, r.data
from chosen as c
join rows as r on r.session_id = c.session_id and r.seq = c.seq
where c.place <= $most
