-- Sessions in which something takes the place of what the model saw.
select distinct session_id from rows semi join pending using (session_id)
where readable and is_surface(type) and not is_appended(surface_op);
