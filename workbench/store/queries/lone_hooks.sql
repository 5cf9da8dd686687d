-- What the hooks outside of every call had decided, with the row of the timeline they belong to.
select c.card_key, c.seq
from card_rows as c where c.session_id = $session and c.role = 'hook-result' and c.seq <= $seq
