-- Rows whose number an earlier line has: they keep their place, and no fact is drawn from them, so that nothing counts
-- twice. Only logs are looked at whose reader met such a number.
update rows set readable = false
where readable and (session_id, line) in (
    select session_id, line from rows
    where session_id in (
        select session_id from damage_rows semi join pending using (session_id) where code = 'seq-overlap')
    qualify row_number() over (partition by session_id, seq order by line) > 1
);
