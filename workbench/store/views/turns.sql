-- Turns with the reason they ended for; `reason` is NULL while a turn is open, or where its end is missing.
create view turns_all as
with starts as (
    select session_id, turn, min(seq) as start_seq, arg_min(time, seq) as started_ms, arg_min(clock, seq) as start_clock,
        bool_or(inherited) as inherited
    from turn_events where event = 'turn/start' and turn is not null group by session_id, turn
),
ends as (
    select session_id, turn, max(seq) as end_seq, arg_max(time, seq) as ended_ms, arg_max(reason, seq) as reason,
        arg_max(detail, seq) as detail, bool_or(inherited) as inherited
    from turn_events where event = 'turn/end' and turn is not null group by session_id, turn
),
steps as (
    select session_id, turn, count(*) as steps from turn_events where event = 'step/start' group by session_id, turn
),
calls as (
    select session_id, turn, count(*) as calls from call_index where not is_dispatch group by session_id, turn
)
select session_id, turn, start_seq, end_seq, instant(started_ms) as started_at, instant(ended_ms) as ended_at,
    case when ended_ms >= started_ms then ended_ms - started_ms end as duration_ms, reason, detail,
    coalesce(steps, 0) as steps, coalesce(calls, 0) as calls, end_seq is null as open,
    started_ms, ended_ms, coalesce(starts.inherited, ends.inherited) as inherited
from starts full join ends using (session_id, turn)
left join steps using (session_id, turn)
left join calls using (session_id, turn)
order by session_id, turn;

create view turns as select * from turns_all where not inherited;
