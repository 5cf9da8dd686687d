-- What is here of a source: see `Before`; and whether all its rows could be read.
select count(*), coalesce(sum(n), 0)::bigint, coalesce(max(clock), -1), coalesce(max(seq + n - 1), -1),
    coalesce(max(line), 1), coalesce(bool_and(readable), true)
from rows where source = ?
