-- Whether an answer of one session was arriving, or had been broken off.
select 1 from attempts
where session_id = $session and first_seq <= $seq and (message_seq is null or message_seq > $seq)
    and (retry_seq is null or retry_seq > $seq)
limit 1
