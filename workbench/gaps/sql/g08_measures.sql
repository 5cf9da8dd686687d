select count(*) filter (depth > 1) as nested, count(*) filter (call_seq is null) as without_start,
    count(*) filter (result_seq is null) as without_end,
    case when (select count(*) from all_calls) > 0
        then count(*) / (select count(*) from all_calls)::double end as missed_share,
    sum(result_chars)::bigint as missed_chars
from inner_call
