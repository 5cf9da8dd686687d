-- Calls that programs made, and calls of the model's own.
select (select count(*) from dispatches where not inherited) as dispatches, (select count(*) from calls) as calls
