-- The order of everything: messages, reasoning, the model's calls (kind `call`), compactions, retries, approvals
-- without a call, notices. Rows of one event follow each other by `position`.
create view timeline_rows as
select session_id, key, kind, seq, time, clock, turn, step, call_key, position, inherited, type, last_seq, interrupted
from timeline_index
order by session_id, seq, position;
