-- Declared against observed: one entry a tool of the catalogue, and one for each name that logs have beside it. `$types`
-- maps keys of calls to the card types they were given; without it `seen` is empty. Counts are 0 where sessions are
-- loaded and have no such call: that is known.
with declared as (
    select unnest($declared::struct(
        tool varchar, family varchar, retired boolean, basis varchar, ideal varchar[], need varchar, gaps varchar[],
        forks varchar[], tier varchar, first_tier varchar, shown varchar[], met varchar)[], recursive := true)
),
given as (
    select unnest($types::struct(key varchar, type varchar)[], recursive := true)
),
called as (
    select *, case when starts_with(name, 'mcp__') then 'mcp__*' else name end as tool from all_calls
),
counted as (
    select tool, count(*) filter (not is_dispatch) as calls, count(*) filter (is_dispatch) as dispatches,
        count(distinct session_id) as sessions, count(*) filter (outcome = 'ok') as ok,
        count(*) filter (coalesce(outcome, 'ok') <> 'ok') as not_ok, count(*) filter (outcome is null) as unsettled,
        count(*) filter (has_meta) as with_metadata
    from called group by tool
),
typed as (
    select tool, list({'type': type, 'calls': n} order by n desc, type) as seen
    from (select c.tool, g.type, count(*) as n from called as c join given as g using (key) group by c.tool, g.type)
    group by tool
)
select tool, d.family, d.retired, d.basis, d.ideal, d.need, d.gaps, d.forks, d.tier, d.first_tier, d.shown, d.met,
    coalesce(c.calls, 0) as calls, coalesce(c.dispatches, 0) as dispatches, coalesce(c.sessions, 0) as sessions,
    coalesce(c.ok, 0) as ok, coalesce(c.not_ok, 0) as not_ok, coalesce(c.unsettled, 0) as unsettled,
    coalesce(c.with_metadata, 0) as with_metadata, t.seen,
    case when d.tool is not null then
        list_filter(list_transform(t.seen, lambda s: s.type), lambda s: not list_contains(d.shown, s)) end as undeclared
from declared as d full join counted as c using (tool) left join typed as t using (tool)
order by calls + dispatches desc, tool
