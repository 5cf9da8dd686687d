insert into rows
select $sources[nth], $sessions[nth], seq, n, $types[type + 1], time, clock, turn, step, inherited, known, repaired, true, data,
    surface_op, source_seqs, ignorable, extra, line, "offset", length
from incoming;
