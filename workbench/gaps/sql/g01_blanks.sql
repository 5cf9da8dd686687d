-- Stretches of $at_least ms or longer between two events of one log while a call runs, each given to the call that
-- started last of those that run. Stretches of several calls at once count once.
with moments as (
    select session_id, seq, turn, clock, lead(seq) over w as next_seq, lead(clock) over w - clock as blank_ms
    from rows where not inherited and clock is not null
    window w as (partition by session_id order by seq)
),
blanks as (
    select * from moments where blank_ms >= $at_least
)
select b.session_id, b.seq, arg_max(c.key, c.call_seq) as key, arg_max(c.name, c.call_seq) as tool, b.blank_ms,
    count(*) as calls_running, b.turn
from blanks as b
join all_calls as c
    on c.session_id = b.session_id and c.call_seq <= b.seq and c.result_seq >= b.next_seq
group by b.session_id, b.seq, b.blank_ms, b.turn
