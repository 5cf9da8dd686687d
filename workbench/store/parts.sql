-- The rows that facts are still to be drawn from.
create view pending_rows as
select r.* from rows as r join pending as p on r.session_id = p.session_id and r.seq > p.from_seq;
