-- The damage of some sources, as it was met.
select source, line, "offset", code, severity, message, raw, session_id from damage_rows
where source in (select unnest($1::integer[]))
