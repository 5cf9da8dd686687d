-- Members of the workflow runs of one session that had started, in the order of their numbers.
select a.run_id, a.member as seq, a.label, a.phase, a.child_id as child_session_id,
    case when a.end_seq <= $seq then a.outcome end as outcome, coalesce(t.state, a.state) as state,
    a.start_ms as started_ms, case when a.end_seq <= $seq then a.end_ms end as ended_ms
from agent_index as a
left join transitions as t
    on t.session_id = a.session_id and t.kind = 'agent' and t.key = a.run_id || '/' || a.member and t.seq <= $seq
    and (t.until_seq is null or t.until_seq > $seq)
where a.session_id = $session and a.start_seq <= $seq
order by a.run_id, a.member, a.start_seq
