-- What the stream records of some rows say, joined: text that never became a message.
select type, string_agg(text, '' order by row_seq, k) as text
from deltas
where session_id = $session and row_seq between $first and $last
group by type
