select (select sum(blank_ms)::bigint from blank) as blank_ms, (select max(blank_ms) from blank) as longest_ms,
    (select sum(duration_ms)::bigint from turns) as working_ms
