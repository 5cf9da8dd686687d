-- Calls that several sessions fit, and these sessions.
select s.session_id, c.call_seq as seq, s.call_key as key, c.name as tool, count(*) as candidates,
    list(s.child_session_id order by s.child_session_id) as children
from subagents as s join all_calls as c on c.key = s.call_key
where s.link_source = 'ambiguous' and not s.inherited
group by all
order by s.session_id, seq
