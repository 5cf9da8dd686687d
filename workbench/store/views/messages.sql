-- Messages of every role, with who put them there. Replaced copies (`appended` false) were made for the model alone.
create view messages_all as
select session_id, seq, turn, step, role, message_id, instant(time) as created_at, source_kind, source_name, form,
    sender_session_id, interrupted, blocks, text_chars, reasoning_chars, tool_calls, media, appended,
    time, clock, inherited, text_start
from message_events;

create view messages as select * from messages_all where not inherited;
