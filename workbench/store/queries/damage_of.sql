-- The damage of some sources, and what is missing beside them, with the file each is about.
select d.code, d.severity, d.message, d.line, d."offset", d.raw, d.session_id, f.path
from damage as d left join source_files as f on f.source = d.source
where d.session_id in (select unnest($sessions::varchar[]))
order by f.source, d.line nulls last, d.code
