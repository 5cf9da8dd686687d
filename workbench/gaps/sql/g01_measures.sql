-- A turn lasts from its first event to its last, so that one that is still open counts as far as it has come.
, worked as (
    select max(clock) - min(clock) as ms
    from rows where not inherited and turn is not null and clock is not null group by session_id, turn
)
select (select sum(blank_ms)::bigint from blank) as blank_ms,
    (select sum(blank_ms)::bigint from blank where turn is not null) as blank_in_turns_ms,
    (select max(blank_ms) from blank) as longest_ms, (select sum(ms)::bigint from worked) as working_ms,
    (select count(*) from all_calls where call_seq is not null and result_seq is not null and duration_ms is null)
        as untimed
