-- One settled call of each tool, one that ended well where there is one, with how many there are; and those in $keys.
with ranked as (
    select c.session_id, c.key, c.name as tool, c.arguments, c.result_seq, c.outcome,
        count(*) over (partition by c.name) as calls,
        row_number() over (partition by c.name order by c.outcome <> 'ok', c.background, c.session_id, c.call_seq) as place
    from calls as c where c.result_seq is not null
)
select c.session_id, c.key, c.tool, c.arguments, c.outcome, c.calls, r.data
from ranked as c join rows as r on r.session_id = c.session_id and r.seq = c.result_seq and r.readable
where c.place = 1 or list_contains($keys, c.key)
order by c.calls desc, c.tool, c.key
