-- Rows that may hold media: results with a block that is no text or with a sentence in the place of one, and messages of
-- a person with such a block. What they really hold is read from the whole payload.
select r.session_id, r.seq, c.key, coalesce(c.name, 'user') as tool, s.generation, r.data, s.path
from rows as r
join sessions as s using (session_id)
left join all_calls as c on c.session_id = r.session_id and c.result_seq = r.seq
where r.readable and not r.inherited
    and (c.key is not null or r.type = 'user/message')
    and (contains(r.data, '"attachment"') or contains(r.data, '"image"') or contains(r.data, '"audio"')
        or contains(r.data, '"video"') or contains(r.data, '"resource"')
        or ((starts_with(c.name, 'mcp__') or c.name = 'read_image')
            and regexp_matches(r.data, 'image unavailable|audio result unsupported|resource unsupported|unsupported MCP content')))
order by r.session_id, r.seq
