-- Commands in the background that somebody looked at, with the calls that read their output, in order.
with started as (
    select session_id, job_id, any_value(key) as key from job_events
    where event = 'started' and key is not null and not inherited
    group by session_id, job_id having count(distinct key) = 1
),
reads as (
    select session_id, job_id, key, min(seq) as seq, count(*) over (partition by session_id) as ran from job_events
    where event = 'read' and key is not null and not inherited
    group by session_id, job_id, key
)
select c.session_id, s.path, c.call_id, c.name as tool, p.call_id as poll, r.ran
from reads as r
join started as j using (session_id, job_id)
join calls as c on c.key = j.key
join calls as p on p.key = r.key
join sources as s on s.session_id = c.session_id
where c.name in ('bash', 'pwsh') and c.call_seq is not null and c.result_seq is not null and p.result_seq is not null
    and s.encoding in ('jsonl', 'zstd') and s.state in ('complete', 'open-turn')
order by r.ran desc, c.session_id, c.call_seq, r.seq
