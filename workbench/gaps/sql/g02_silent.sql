-- Commands in the foreground by the time in which nothing can be shown of them.
select session_id, call_seq as seq, key, name as tool, duration_ms as silent_ms, result_chars, outcome, exit_code
from all_calls
where name in ('bash', 'pwsh') and not background and duration_ms >= $at_least and result_seq is not null
order by silent_ms desc, key limit 50
