-- Calls of the model's own with the sessions that they started, as far as both logs are loaded.
select c.session_id, s.path, c.call_id, c.name as tool, u.child_session_id, k.path as child_path,
    u.link_source, sum(c.duration_ms) over (partition by c.session_id) as ran
from subagents as u
join calls as c on c.key = u.call_key
join sources as s on s.session_id = c.session_id
join sources as k on k.session_id = u.child_session_id
where c.call_seq is not null and c.result_seq is not null and not c.inherited
    and s.encoding in ('jsonl', 'zstd') and s.state in ('complete', 'open-turn')
    and k.encoding in ('jsonl', 'zstd') and k.state in ('complete', 'open-turn')
order by ran desc, c.session_id, c.call_seq, k.path
