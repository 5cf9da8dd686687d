-- Rows that a compaction took out of what the model sees: `seqs` is a list of sequence numbers.
select r.seq, r.type, coalesce(m.role, '') as role, m.source_kind, m.source_name, m.text_start, m.text_chars,
    c.key, c.name, c.result_chars
from rows as r
left join message_events as m on m.session_id = r.session_id and m.seq = r.seq
left join call_index as c on c.session_id = r.session_id and c.result_seq = r.seq and not c.is_dispatch
where r.session_id = $session and r.seq in (select unnest($seqs::bigint[]))
qualify row_number() over (partition by r.seq order by r.line) = 1
order by r.seq
