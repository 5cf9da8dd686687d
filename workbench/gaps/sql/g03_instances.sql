-- G3: one entry a piece of a run's process: its start, its end, the id of its call, and phases, lines, starts and ends of
-- members as far as the script asks for them.
select session_id, seq, key, tool, generation, p.has, p.piece, run_id
from run,
    lateral (
        select unnest([
            {'piece': 'start', 'has': case when start_seq is not null then 'recorded' else 'missing' end},
            {'piece': 'end', 'has': case when end_seq is not null then 'recorded' else 'missing' end},
            {'piece': 'call', 'has': case when names_call then 'recorded' when run_id is not null then 'joined'
                else 'missing' end},
            case when marks_phases then {'piece': 'phase', 'has': case when phase_rows > 0 then 'recorded'
                when phases > 0 and phases >= phases_marked then 'joined' else 'missing' end} end,
            case when writes_lines then {'piece': 'log', 'has': case when log_rows > 0 then 'recorded'
                else 'missing' end} end,
            case when has_members then {'piece': 'agent-start', 'has': case when members > 0 then 'recorded'
                when children > 0 then 'joined' else 'missing' end} end,
            case when has_members then {'piece': 'agent-end', 'has': case when members > 0 and members_ended = members
                then 'recorded' when children > 0 and children_ended = children then 'joined' else 'missing' end} end
        ]) as p
    )
where p is not null
