select case when (select count(*) from all_calls) > 0
        then count(*) / (select count(*) from all_calls)::double end as share,
    count(*) filter (own_card) as own_card, count(*) filter (has_text_argument) as with_text_argument
from instance
