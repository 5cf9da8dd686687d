-- Settled commands of the model's own that ran for $at_least ms or longer, the sessions that ran longest first.
select c.session_id, s.path, c.call_id, c.name as tool, sum(c.duration_ms) over (partition by c.session_id) as ran
from calls as c join sources as s using (session_id)
where c.name in ('bash', 'pwsh') and not c.background and c.call_seq is not null and c.result_seq is not null
    and c.duration_ms >= $at_least and s.encoding in ('jsonl', 'zstd') and s.state in ('complete', 'open-turn')
    and not c.inherited
order by ran desc, c.session_id, c.call_seq
