-- What metadata weighs beside the text that it goes with, in bytes.
select coalesce(sum(strlen(r.data->'$.meta')), 0)::bigint as meta_bytes,
    coalesce(sum(strlen(r.data->'$.message')), 0)::bigint as text_bytes
from calls as c join rows as r on r.session_id = c.session_id and r.seq = c.result_seq and r.readable
where c.has_meta and not c.is_error
