-- What the stream records of some rows say, joined: text that never became a message.
select type, string_agg(text, '' order by seq) as text
from deltas
where session_id = $session and seq between $first and $last
group by type
