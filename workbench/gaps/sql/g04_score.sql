-- Each way held against the truth: how many of the links it gives are right, and how many of all there are it finds.
-- It follows on `child`.
, truth as (
    select unnest($truth::struct(key varchar, child_session_id varchar)[], recursive := true)
),
given as (
    select key, way, child_session_id from child where key in (select key from truth) and child_session_id is not null
)
select g.way, count(*) as links, count(*) filter (t.child_session_id is not null) as right_links,
    count(*) filter (t.child_session_id is not null) / count(*)::double as precision,
    count(*) filter (t.child_session_id is not null) / (select count(*) from truth)::double as recall
from given as g
left join truth as t on t.key = g.key and t.child_session_id = g.child_session_id
group by g.way
order by links desc, g.way
