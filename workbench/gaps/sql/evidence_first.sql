-- The first rows behind a verdict, those that lack what is needed first; it follows on `instance`.
select session_id, seq, key, tool, has
from instance
order by list_position(['missing', 'joined', 'recorded'], has), session_id, seq
limit $most
