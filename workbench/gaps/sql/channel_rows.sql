-- Sessions, rows of types that no format knows, and how many of these stand on the surface.
select (select count(*) from sessions) as sessions, count(*) filter (not known) as unknown,
    count(*) filter (not known and surface_op is not null) as on_surface
from rows
