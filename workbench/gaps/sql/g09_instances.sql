-- G9: waits for a person. Recorded: an event with the id of a call that the log has. Joined: an approval without one
-- while exactly one call of its tool runs, and calls of tools that wait by their nature. Missing: all others.
with fields as (
    -- events of types that no format knows and that name a call: a question that is logged would be one
    select session_id, seq, coalesce(data->>'$.callId', data->>'$.toolCallId') as call_id
    from rows where readable and not known
),
lone as (
    select a.session_id, a.asked_seq, count(c.key) as running, any_value(c.key) as key
    from approvals as a
    left join all_calls as c
        on c.session_id = a.session_id and c.name = a.tool and c.call_seq < a.asked_seq
        and coalesce(c.result_seq, c.closed_seq, a.asked_seq + 1) > a.asked_seq
    where a.call_key is null
    group by a.session_id, a.asked_seq
),
waits as (
    select a.session_id, a.asked_seq as seq, coalesce(a.call_key, case when l.running = 1 then l.key end) as key,
        a.tool, 'approval' as kind, a.wait_ms, a.outcome,
        case when a.call_key is not null then 'recorded' when l.running = 1 then 'joined' else 'missing' end as has
    from approvals as a
    left join lone as l on l.session_id = a.session_id and l.asked_seq = a.asked_seq
    union all
    select c.session_id, c.call_seq, c.key, c.name, 'question', c.duration_ms, c.outcome,
        case when count(f.seq) > 0 then 'recorded' else 'joined' end
    from all_calls as c
    left join fields as f on f.session_id = c.session_id and f.call_id = c.call_id and f.seq > c.call_seq
        and f.seq < coalesce(c.result_seq, c.closed_seq, f.seq + 1)
    where c.call_seq is not null and list_contains($waiting, c.name)
        and coalesce(c.error_code, '') not in ('INVALID_ARGS', 'UNKNOWN_TOOL')
    group by all
)
select w.session_id, w.seq, w.key, coalesce(w.tool, '?') as tool, s.generation, w.has, w.kind, w.wait_ms, w.outcome
from waits as w
join sessions as s using (session_id)
order by w.session_id, w.seq
