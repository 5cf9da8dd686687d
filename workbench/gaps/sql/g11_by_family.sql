select family, tool, has, count(*) as calls, count(*) filter (own_card) as own_card,
    count(*) filter (has_text_argument) as with_text_argument,
    count(*) filter (has_text_argument and not own_card) as text_alone
from instance group by family, tool, has order by calls desc, family, tool
