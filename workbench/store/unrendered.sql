-- Rows that no card and no timeline row stands on, with the reason. Rows of unknown types are shown as they are, and
-- stand here as well.
insert into unrendered
select r.session_id, r.seq, case
        when not (r.known or is_known_name(r.type)) then 'unknown event type, shown as it stands'
        when r.type in ('turn/start', 'turn/end', 'step/start', 'step/end')
            then 'frame of a turn or step: listed in the views turns and steps'
        when r.type in ('session/title', 'session/title-llm-request') then 'the session''s title, shown in its head'
        when r.type in ('request/header', 'request/context') then 'what was sent to the model: settings and tools'
        when r.type = 'session/end-seed' then 'the log was picked up here, or a copied beginning ends here'
        when r.type = 'agent/inbox/spliced' then 'the queue of waiting messages: a message is shown when it enters'
        when r.type in ('sandbox/mode', 'approval/policy', 'permission/preset', 'agent-preset/selected',
            'model/selection', 'subagent/model-selection-policy') then 'a setting of the session'
        when r.type in ('subagent/descriptor', 'subagent/catalog') then 'lineage: used to link parent and child'
        when r.type in ('hook/invoked', 'hook/result') then 'a hook outside of every call: listed in the view hooks'
        when r.type in ('assistant/chunk', 'text-chunks', 'reasoning-chunks', 'tool-call-chunks')
            then 'a stream record that adds nothing to its message'
        when r.type = 'assistant/message' then 'an answer without content: it only carries usage'
        when r.type = 'assistant/attempt' then 'a failed attempt at an answer that brought no text'
        when r.type = 'system/message' then 'an empty system prompt'
        when r.type = 'session-log-deepseek/delivery-accepted' then 'bookkeeping of an upload'
        when r.type = 'web/deepseek-search-llm-request' then 'a request of the search tool outside of every call'
        when r.type = 'todo/write' then 'a todo list written outside of todo_write: listed in the view todos'
        when r.type = 'llm/retry-started' then 'a retry that no row announced'
        when r.type = 'approval/decided' then 'a decision whose request is missing, or was decided before'
        when r.type like 'tool-workflow/%' then 'a workflow run whose call is missing: listed in workflow_runs'
        when event_kind(r.type) like 'compaction/%' then 'part of a compaction whose start is missing'
        when r.type = 'tool/result' then 'a shortened copy of a result that is missing'
        else 'no card shows this type'
    end
from rows as r semi join pending using (session_id)
anti join (select session_id, seq from card_rows) as c on r.session_id = c.session_id and r.seq = c.seq
where r.readable;

-- if: select 1 from rows semi join pending using (session_id) where not readable limit 1
insert into unrendered
select r.session_id, r.seq,
    if(json_valid(r.data), 'a row before it has its number', 'its JSON cannot be read')
from rows as r semi join pending using (session_id)
anti join (select session_id, seq from card_rows) as c on r.session_id = c.session_id and r.seq = c.seq
where not r.readable;

-- needs: change
insert into unrendered
select r.session_id, r.seq, 'unknown event type, shown as it stands'
from rows as r semi join pending using (session_id)
anti join unrendered as u on r.session_id = u.session_id and r.seq = u.seq
where not (r.known or is_known_name(r.type));
