-- The turns of some child sessions up to a clock, in order.
select session_id, turn, min(time) filter (event = 'turn/start') as started_ms,
    max(time) filter (event = 'turn/end') as ended_ms, any_value(reason) filter (event = 'turn/end') as reason
from turn_events
where session_id in (select unnest($children::varchar[])) and event in ('turn/start', 'turn/end') and not inherited
    and clock <= $clock
group by session_id, turn
order by session_id, min(seq)
