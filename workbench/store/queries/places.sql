-- The model's calls of one session, and those of programs whose own call is not in the log, with the rows that give them their place; in the order that calls of one row have.
select key, place_seq, streamed_seq, inherited,
    case place_seq when proposed_seq then proposed_clock when call_seq then call_clock else result_clock end as clock,
    streamed_clock
from call_index where session_id = $session and (not is_dispatch or parent_key is null)
order by position, occurrence, key
