select count(*) as runs, count(*) filter (run_id is null) as without_events,
    count(*) filter (marks_phases) as phase_marks,
    count(*) filter (marks_phases and (phases > 0 and phases >= phases_marked or phase_rows > 0)) as phases_seen,
    count(*) filter (writes_lines) as scripts_with_lines,
    count(*) filter (writes_lines and log_rows > 0) as lines_seen,
    sum(members_ended)::bigint as members
from run
