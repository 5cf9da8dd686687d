select case when starts_with(name, 'mcp__') then 'mcp__*' else name end as tool, count(*) as calls
from all_calls
group by 1
order by 1
