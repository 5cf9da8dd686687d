-- One entry a file, or a session of a database. A file that holds the same log as another one has the state `duplicate`
-- and no rows of its own; `duplicate_of` is the session that has them, and `session_id` is NULL.
create view sources as
select source, path, generation, encoding, bytes, rows, events, torn_bytes, state, session_id, decoded_bytes, open_turn,
    null::varchar as duplicate_of
from source_files
union all
select source, path, generation, encoding, bytes, 0, 0, 0, 'duplicate', null, 0, false, session_id from duplicate_files;
