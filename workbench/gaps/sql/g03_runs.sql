-- Calls that ran a workflow: everything the log says of the run, the joined parts too. What the script asks for is read
-- off its text: marks `phase(…)`, lines `log(…)`, members `agent(…)`. A call that failed before anything ran is no run.
with calls as (
    select *, try(arguments->>'$.script') as script
    from all_calls where name in ('workflow', 'ralph') and call_seq is not null
),
told as (
    -- rows of runs beyond the four kinds that are known: `runId` says which run
    select session_id, data->>'$.runId' as run_id, count(*) filter (ends_with(type, '/phase')) as phase_rows,
        count(*) filter (ends_with(type, '/log')) as log_rows
    from rows where not known and readable and contains(type, 'workflow') group by session_id, run_id
),
named as (
    select session_id, data->>'$.runId' as run_id, max(data->>'$.callId') as call_id
    from rows where type = 'tool-workflow/run-start' and readable group by session_id, run_id
),
members as (
    select session_id, run_id, count(*) as members, count(end_seq) as members_ended,
        count(distinct phase) filter (phase is not null) as phases
    from workflow_agents group by session_id, run_id
),
heirs as (
    select s.call_key, count(*) as children, count(e.ended_ms) as children_ended
    from subagents as s
    left join (select session_id, max(time) as ended_ms from turn_events where event = 'turn/end' and not inherited
        group by session_id) as e on e.session_id = s.child_session_id
    where s.link_source = 'inferred' group by s.call_key
)
select c.session_id, c.call_seq as seq, c.key, c.name as tool, s.generation, c.is_dispatch, r.run_id, r.name as run_name,
    r.state, r.start_seq, r.end_seq, n.call_id = c.call_id as names_call, coalesce(t.phase_rows, 0) as phase_rows,
    coalesce(t.log_rows, 0) as log_rows, coalesce(m.members, 0) as members,
    coalesce(m.members_ended, 0) as members_ended, coalesce(m.phases, 0) as phases, coalesce(h.children, 0) as children,
    coalesce(h.children_ended, 0) as children_ended, c.name = 'ralph' as by_ralph,
    coalesce(regexp_matches(c.script, '\bphase\s*\('), false) as marks_phases,
    coalesce(len(list_distinct(regexp_extract_all(c.script, '\bphase\s*\(\s*["''`]([^"''`]*)', 1))), 0) as phases_marked,
    coalesce(regexp_matches(c.script, '\blog\s*\('), false) as writes_lines,
    coalesce(regexp_matches(c.script, '\bagent\s*\('), c.name = 'ralph') as has_members, c.duration_ms
from calls as c
join sessions as s using (session_id)
left join workflow_runs as r on r.call_key = c.key
left join told as t on t.session_id = c.session_id and t.run_id = r.run_id
left join named as n on n.session_id = c.session_id and n.run_id = r.run_id
left join members as m on m.session_id = c.session_id and m.run_id = r.run_id
left join heirs as h on h.call_key = c.key
where r.run_id is not null or h.children > 0 or not coalesce(c.is_error, c.state in ('interrupted', 'denied'))
order by c.session_id, c.call_seq
