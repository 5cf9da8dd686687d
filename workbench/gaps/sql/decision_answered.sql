-- Approvals that were asked and answered, with the time that the answer took.
select session_id, asked_seq as seq, call_key as key, tool, outcome, wait_ms from approvals where not inherited
order by session_id, asked_seq
