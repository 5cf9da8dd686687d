-- G8: calls inside programs whose program is over. Recorded: a start and an end, with the call they came from and the
-- content of the result.
select d.session_id, coalesce(d.call_seq, d.result_seq) as seq, d.key, d.name as tool, s.generation,
    case when d.call_seq is not null and d.result_seq is not null and d.parent_call_id is not null
        and d.blocks is not null then 'recorded' else 'missing' end as has,
    d.parent_call_id, d.depth, d.call_seq, d.result_seq, d.result_chars, d.is_error, d.state, d.root_key
from dispatches as d
join sessions as s using (session_id)
join all_calls_all as r on r.key = d.root_key
where r.result_seq is not null or r.closed_seq is not null
order by d.session_id, seq
