select count(*) filter (kind = 'approval') as approvals, count(*) filter (kind = 'question') as questions,
    sum(wait_ms)::bigint as waited_ms, max(wait_ms) as longest_ms,
    (select sum(wait_ms) / nullif(sum(duration_ms), 0)::double from all_calls
        where key in (select key from wait) and duration_ms is not null) as hidden_share
from wait
