// Which rows are in the list: folds and filters over the pre-order. Pure.

/** Rows to show without a filter: a row below a folded one is skipped. */
export function unfolded(index, expanded) {
  const rows = new Int32Array(index.length);
  let count = 0;
  for (let row = 0; row < index.length; ) {
    rows[count++] = row;
    row = index.subtree[row] === row + 1 || expanded.has(row) ? row + 1 : index.subtree[row];
  }
  return rows.subarray(0, count);
}

/** Rows that a predicate keeps, with the rows above them so that their place can be seen.
 *  Returns {rows, matches (1 for each row that is kept for its own sake), count}. */
export function filtered(index, keeps, closed) {
  const matches = new Uint8Array(index.length);
  const shown = new Uint8Array(index.length);
  let count = 0;
  for (let row = 0; row < index.length; row++) {
    if (!keeps(row)) continue;
    matches[row] = 1;
    count++;
    for (let at = row; at >= 0 && shown[at] === 0; at = index.parent[at]) shown[at] = 1;
  }
  const rows = [];
  for (let row = 0; row < index.length; ) {
    if (shown[row] === 1) rows.push(row);
    row = closed.has(row) ? index.subtree[row] : row + 1;
  }
  return { rows: Int32Array.from(rows), matches, count };
}

/** The predicate of a filter {tool, status, errors, text}; null when it keeps everything.
 *  A text filter keeps rows whose texts are not here yet: the list is made again when they come. */
export function predicate(index, filter) {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const tests = [];
  if (filter.tool === "*calls") tests.push((row) => index.tool[row] !== 0xffff);
  else if (filter.tool.startsWith("kind:")) {
    const kind = index.meta.kinds.indexOf(filter.tool.slice(5));
    tests.push((row) => index.kind[row] === kind);
  } else if (filter.tool !== "") {
    const tool = Number(filter.tool);
    tests.push((row) => index.tool[row] === tool);
  }
  if (filter.state !== "") tests.push((row) => index.stateName(row) === filter.state);
  if (filter.outcome !== "") tests.push((row) => index.outcomeName(row) === filter.outcome);
  if (filter.errors) tests.push((row) => index.isRed(row));
  if (words.length > 0) {
    tests.push((row) => {
      const text = index.haystack(row);
      return text === null || words.every((word) => text.includes(word));
    });
  }
  return tests.length === 0 ? null : (row) => tests.every((test) => test(row));
}

/** Position of a row in an ascending list, or of the last one before it; −1 if there is none. */
export function place(rows, row) {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle] <= row) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
