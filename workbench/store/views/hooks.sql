-- Hooks as they ran. They name no call: `call_key` is the innermost call that was running then.
create view hooks as
with invoked as (select * from hook_events where event = 'invoked' and not inherited),
results as (select * from hook_events where event = 'result')
select i.session_id, i.seq, r.seq as result_seq, i.turn, i.point, i.dialect, i.handler_id, i.matcher, r.decision,
    r.exit_code, r.duration_ms, r.stderr, c.card_key as call_key, instant(i.time) as started_at
from invoked as i
asof left join results as r
    on i.session_id = r.session_id and i.handler_id = r.handler_id and i.point = r.point and i.seq < r.seq
left join (select card_key, session_id, seq from card_rows where role = 'during') as c
    on c.session_id = i.session_id and c.seq = i.seq;
