-- What a person has to know of a session before reading it: what could not be read, and what was not understood.
select code, severity, message, line from damage_rows
where session_id = $session and code <> 'name-disagrees'
    and (severity = 'error' or code = 'unknown-required-type')
order by line nulls last
