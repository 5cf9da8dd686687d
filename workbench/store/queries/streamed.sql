-- What the stream records of some rows say, joined, as far as they had arrived: text that never became a message. Of the
-- row after the last one that counts, the first $k records have arrived.
select type, string_agg(text, '' order by row_seq, k) as text
from deltas
where session_id = $session and row_seq between $first and $last
    and (coalesce(seq, row_seq) <= $seq or (row_seq > $seq and k < $k))
group by type
