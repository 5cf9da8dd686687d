-- Metadata by tool and outcome, results inside programs apart.
select case when starts_with(name, 'mcp__') then 'mcp__*' else name end as tool, is_dispatch as inside_program,
    coalesce(outcome, 'open') as outcome, count(*) as results, count(*) filter (has_meta) as with_metadata,
    sum(result_chars)::bigint as chars
from all_calls
where result_seq is not null
group by 1, 2, 3
order by results desc, tool, inside_program, outcome
