-- Settled calls by the tool's name, those inside programs too.
select name as tool, count(*) as calls from all_calls
where result_seq is not null and not inherited group by name order by calls desc, tool
