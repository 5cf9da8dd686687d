insert into damage_rows (line, "offset", code, severity, message)
select $1, $2, $3, $4, $5 where not exists (select 1 from damage_rows where source is null and message = $5)
