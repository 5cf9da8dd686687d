-- Background jobs of shells: the call that started them, how they were followed and over how many cards their output lies.
select j.session_id, j.job_id, j.kind, j.call_key as key, j.state, j.exit_code,
    count(p.poll_key) filter (p.event = 'read') as reads, count(p.poll_key) filter (p.event = 'listed') as lists,
    count(*) filter (p.event = 'notice') as notices, min(p.seq) filter (p.event = 'notice') as notice_seq,
    sum(c.result_chars) filter (p.event = 'read')::bigint as output_chars
from jobs as j
left join job_polls as p on p.session_id = j.session_id and p.job_id = j.job_id
left join all_calls as c on c.key = p.poll_key
where j.kind in ('bash', 'pwsh')
group by all
order by reads desc, j.session_id, j.job_id
