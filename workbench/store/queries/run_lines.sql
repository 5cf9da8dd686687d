-- Lines that the scripts of workflow runs wrote and phases that they entered, in the logs that have such rows.
select data->>'$.runId' as run_id, regexp_extract(type, '[a-z]+$') as what,
    coalesce(data->>'$.message', data->>'$.text', data->>'$.line', data->>'$.title', data->>'$.phase', data->>'$.name')
        as text
from rows
where session_id = $session and type in ('tool-workflow/log', 'tool-workflow/phase') and readable and seq <= $seq
order by seq
