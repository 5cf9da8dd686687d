-- Long calls with an event of their own tool or of policy in between.
select count(distinct c.key) as told_by_own
from all_calls as c
left join card_rows as k on k.card_key = c.key and k.session_id = c.session_id
    and k.role in ('asked', 'decided', 'workflow', 'during') and k.seq > c.call_seq and k.seq < c.result_seq
left join all_calls as d on d.root_key = c.key and d.is_dispatch
where c.duration_ms >= $at_least and (k.seq is not null or d.key is not null)
