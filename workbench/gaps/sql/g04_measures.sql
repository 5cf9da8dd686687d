select count(*) filter (has = 'recorded') as recorded, count(*) filter (way = 'catalog') as catalog,
    count(*) filter (way = 'text-id') as text_id,
    count(*) filter (way = 'label-prompt-time') as label_prompt_time, count(*) filter (way = 'lineage') as lineage,
    count(*) filter (way = 'ambiguous') as ambiguous, count(*) filter (way = 'none') as none,
    (select count(*) from session_events where event = 'subagent/catalog' and not inherited) as catalogued
from child
