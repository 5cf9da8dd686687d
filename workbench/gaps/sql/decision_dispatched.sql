-- Calls that programs made: the host computes no view for them.
select session_id, call_seq as seq, key, name as tool, depth, outcome from dispatches where not inherited
order by session_id, call_seq
