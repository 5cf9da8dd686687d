-- Each wait within the time that its call took, the longest first.
select w.session_id, w.seq, w.key, w.tool, w.kind, w.has, w.wait_ms, c.duration_ms, w.outcome
from wait as w left join all_calls as c on c.key = w.key
order by w.wait_ms desc nulls last, w.session_id, w.seq
