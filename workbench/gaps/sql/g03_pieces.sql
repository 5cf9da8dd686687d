-- Pieces of all runs by kind, how many have what they need.
select piece, has, count(*) as pieces from instance group by piece, has order by pieces desc, piece, has
