insert into damage_rows (code, severity, message)
select $1, $2, $3 where not exists (select 1 from damage_rows where source is null and message = $3)
