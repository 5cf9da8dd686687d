-- Workflow runs of one session that had started, with the call they belong to.
select r.run_id, r.key as call_key, r.name, coalesce(t.state, r.state) as state
from run_index as r
left join transitions as t
    on t.session_id = r.session_id and t.kind = 'run' and t.key = r.run_id and t.seq <= $seq
    and (t.until_seq is null or t.until_seq > $seq)
where r.session_id = $session and r.start_seq <= $seq
order by r.start_seq
