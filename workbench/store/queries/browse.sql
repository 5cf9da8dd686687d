-- Logs listed by their headers, newest first; `browsed` holds one entry a log.
select session_id::varchar as session_id, make_timestamptz(created_ms::bigint * 1000) as created_at,
    generation::integer as generation, encoding::varchar as encoding, bytes::bigint as bytes, cwd::varchar as cwd,
    parent_session::varchar as parent_session, depth::integer as depth, path::varchar as path
from browsed order by created_at desc, session_id
