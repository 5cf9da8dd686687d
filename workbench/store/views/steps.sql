-- Steps: one request to the model and the calls that its answer asks for.
create view steps_all as
with starts as (
    select session_id, turn, step, min(seq) as start_seq, arg_min(time, seq) as started_ms, bool_or(inherited) as inherited
    from turn_events where event = 'step/start' and step is not null group by session_id, turn, step
),
ends as (
    select session_id, turn, step, max(seq) as end_seq, arg_max(time, seq) as ended_ms, bool_or(inherited) as inherited
    from turn_events where event = 'step/end' and step is not null group by session_id, turn, step
),
calls as (
    select session_id, turn, step, count(*) as calls from call_index where not is_dispatch
    group by session_id, turn, step
)
select session_id, turn, step, start_seq, end_seq, instant(started_ms) as started_at, instant(ended_ms) as ended_at,
    case when ended_ms >= started_ms then ended_ms - started_ms end as duration_ms, coalesce(calls, 0) as calls,
    end_seq is null as open, started_ms, ended_ms, coalesce(starts.inherited, ends.inherited) as inherited
from starts full join ends using (session_id, turn, step)
left join calls using (session_id, turn, step)
order by session_id, turn, step;

create view steps as select * from steps_all where not inherited;
