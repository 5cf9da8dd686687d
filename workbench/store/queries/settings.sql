-- The last setting of each kind that one session had made.
select type, arg_max(data, seq) as data, max(seq) as seq from rows
where session_id = $session and is_setting(type) and readable and seq <= $seq
group by type order by min(seq)
