-- Attempts of the model that were cut off and asked again: what had come of them is dropped.
select session_id, seq, turn, step, data->>'$.failure.code' as failure from rows
where type = 'llm/retry' and readable and not inherited
order by session_id, seq
