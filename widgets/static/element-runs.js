// Runs: styles of stretches of a text, as flat pairs of length and style.

/** The stretches of a text as [text, style]; what the runs do not reach is plain. */
export function cut(text, runs) {
  const parts = [];
  let at = 0;
  for (let i = 0; i + 1 < runs.length; i += 2) {
    const stop = Math.min(at + Math.max(runs[i], 0), text.length);
    if (stop > at) parts.push([text.slice(at, stop), runs[i + 1]]);
    at = stop;
  }
  if (at < text.length) parts.push([text.slice(at), 0]);
  return parts;
}

/** The stretches of a text as [text, 1 or 0]; `marks` are flat pairs of start and end. */
export function marked(text, marks) {
  const runs = [];
  let at = 0;
  for (let i = 0; i + 1 < marks.length; i += 2) {
    const start = Math.max(marks[i], at);
    const stop = marks[i + 1];
    if (stop <= start) continue;
    runs.push(start - at, 0, stop - start, 1);
    at = stop;
  }
  return cut(text, runs);
}
