-- Blank time by tool, with the calls it lies in and the whole time these tools ran.
select b.tool, count(*) as blanks, count(distinct b.key) as calls, sum(b.blank_ms)::bigint as blank_ms,
    max(b.blank_ms) as longest_ms, any_value(r.run_ms) as running_ms
from blank as b
left join (select name, sum(duration_ms)::bigint as run_ms from all_calls group by name) as r on r.name = b.tool
group by b.tool
order by blank_ms desc, b.tool
