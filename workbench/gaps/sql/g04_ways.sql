-- By which way the children of each tool are found.
select tool, way, count(*) as children, count(*) filter (has_log) as with_log
from child group by tool, way order by tool, children desc, way
