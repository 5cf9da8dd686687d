-- The tools that programs call: calls that a model issued beside those inside programs.
select i.tool, coalesce(c.issued, 0) as issued, i.inside
from (select tool, count(*) as inside from inner_call group by tool) as i
left join (select name as tool, count(*) as issued from calls group by name) as c on c.tool = i.tool
order by i.inside desc, i.tool
