-- Inner calls by the tool they called.
select tool, count(*) as calls, count(*) filter (is_error) as failed, count(*) filter (has <> 'recorded') as incomplete,
    count(distinct root_key) as programs, sum(result_chars)::bigint as chars
from inner_call group by tool order by calls desc, tool
