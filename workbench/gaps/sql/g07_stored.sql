-- Calls whose own rows carry a view. No generation writes one; it would stand beside the data or in it.
select c.key, max(coalesce(r.extra->>'$.view.card', r.data->>'$.view.card')) as card
from all_calls as c
join rows as r on r.session_id = c.session_id and r.seq in (c.call_seq, c.result_seq)
where r.readable and (contains(r.extra, '"view"') or contains(r.data, '"view"'))
group by c.key
having card is not null
