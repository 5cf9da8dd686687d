-- Tokens of the answers. The counts are disjoint: `input_tokens` are those that no cache held.
create view usage_all as
select session_id, seq, turn, step, model, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens,
    reasoning_tokens, provider, total_tokens, time, clock, inherited
from usage_events;

create view usage as select * from usage_all where not inherited;
