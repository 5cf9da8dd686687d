-- What was loaded from a file: a source or a duplicate, its session, size and time of change, and whether it is the first.
select source, session_id, bytes, mtime_ns, true from source_files
where path = $path and (header_id = $header_id or encoding <> 'sqlite')
union all
select source, session_id, bytes, mtime_ns, false from duplicate_files
where path = $path and (header_id = $header_id or encoding <> 'sqlite')
