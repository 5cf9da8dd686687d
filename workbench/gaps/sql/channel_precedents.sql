-- Events for readers alone ($types), how many of them stand on the surface, and results with metadata.
select count(*) filter (list_contains($types, type)) as events,
    count(*) filter (list_contains($types, type) and surface_op is not null) as on_surface,
    (select count(*) from calls where has_meta) as with_meta
from rows where not inherited
