create view sources as
select source, path, generation, encoding, bytes, rows, events, torn_bytes, state, session_id, decoded_bytes, open_turn
from source_files;
