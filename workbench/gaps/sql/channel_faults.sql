-- What the loader has against these logs, beside rows that may be passed over.
select code, code || ': ' || message as said from damage where severity <> 'note' order by source, line
