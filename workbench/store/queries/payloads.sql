-- The rows a set of calls stands on, whole: `seqs` is a list of sequence numbers. Of rows with one number the first comes
-- last, and stays.
select seq, data from rows where session_id = $session and seq in (select unnest($seqs::bigint[]))
order by line desc
