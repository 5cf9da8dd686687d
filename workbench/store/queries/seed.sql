-- Where the copied beginning of a session ends, as the headers of generations 0 and 1 say it: the seq of the first event
-- of its own.
select case when generation < 2 then try_cast(header->>'$.seedLength' as bigint) end as seed
from source_files where session_id = $session
