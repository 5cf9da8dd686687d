-- Hooks name the point they ran at, not the call; `hooks` joins them by position.
insert into hook_events
select session_id, seq, time, clock, turn, step, inherited, split_part(type, '/', 2), j.point, j.dialect,
    j."handlerId", j.matcher, j.decision, j."exitCode", j."durationMs", j."stderrSummary"
from (
    select *, json_transform(data, '{"point":"VARCHAR","dialect":"VARCHAR","handlerId":"VARCHAR","matcher":"VARCHAR","decision":"VARCHAR","exitCode":"BIGINT","durationMs":"DOUBLE","stderrSummary":"VARCHAR"}') as j
    from pending_rows where readable and type in ('hook/invoked', 'hook/result')
);
