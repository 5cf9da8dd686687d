-- G5: successful results of model-issued calls of tools whose cards need data. Recorded: metadata beside the text.
-- Joined: the whole text is the value as JSON, by the tool's own output contract. Results inside programs never have
-- metadata and stand in `measures` alone; starts in the background have no result yet.
select c.session_id, c.result_seq as seq, c.key, c.name as tool, s.generation,
    case when c.has_meta then 'recorded'
        when list_contains($json_tools, c.name) and not coalesce(c.spilled, false) then 'joined'
        else 'missing' end as has,
    c.result_chars, c.exit_source
from calls as c
join sessions as s using (session_id)
where c.result_seq is not null and not c.is_error and not coalesce(c.background, false)
    and (list_contains($tools, c.name) or starts_with(c.name, 'mcp__'))
order by c.session_id, c.result_seq
