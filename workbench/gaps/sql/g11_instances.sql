-- G11: calls of the tools in question, with what the registry in use knows of them. A name that nobody knew when it was
-- called is no tool and does not count.
with kinds as (
    select unnest($kinds::struct(tool varchar, family varchar, has varchar, own_card boolean)[], recursive := true)
)
select c.session_id, coalesce(c.call_seq, c.proposed_seq) as seq, c.key, c.name as tool, s.generation, k.has, k.family,
    k.own_card, coalesce(regexp_matches(c.arguments, ':\s*"[^"]'), false) as has_text_argument, c.outcome
from all_calls as c
join kinds as k on k.tool = c.name
join sessions as s using (session_id)
where coalesce(c.error_code, '') <> 'UNKNOWN_TOOL' and coalesce(c.call_seq, c.proposed_seq) is not null
order by c.session_id, seq
