-- What is loaded, in numbers.
select (select count(*) from sessions) as sessions, (select count(*) from calls) as calls,
    (select count(*) from dispatches) as dispatches, (select count(distinct name) from all_calls) as tools,
    (select sum(n)::bigint from rows) as events,
    (select list(distinct generation order by generation) from sessions) as generations,
    (select list(path order by path) from sources) as paths
