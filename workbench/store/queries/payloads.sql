-- The rows a set of calls stands on, whole: `seqs` is a list of sequence numbers.
select seq, data from rows where session_id = $session and seq in (select unnest($seqs::bigint[]))
