-- Rows whose JSON DuckDB refuses, although the reader took it: they keep their place, and no fact is drawn from them.
insert into damage_rows
select source, session_id, line, "offset", 'unreadable-json', 'error',
    'row ' || seq || ' (' || type || '): the database cannot read its JSON, so no card is drawn from it', null
from rows semi join pending using (session_id) where readable and not json_valid(data);
update rows set readable = false
where readable and session_id in (select session_id from pending) and not json_valid(data);
select count(*) from rows semi join pending using (session_id) where not readable;
