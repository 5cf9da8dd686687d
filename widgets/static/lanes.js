// Which lane and track a row is drawn in. Pure.

const INPUT = new Set(["user", "context", "notice", "compaction", "question", "approval"]);
const MODEL = new Set(["assistant", "reasoning", "retry"]);
const MAYBE = new Set(["dispatches", "children"]);
const MOST_TRACKS = 4;

/** Lanes with rows in them: [{name, tracks, rows, track}], rows ordered by begin; rows without a time are left out.
 *  Calls that overlap get tracks of their own, up to four. */
export function lanesOf(index) {
  const names = ["input", "model", "tools", "dispatches", "children"];
  const rows = { input: [], model: [], tools: [], dispatches: [], children: [] };
  for (let row = 0; row < index.length; row++) if (index.clock[row] >= 0) rows[laneName(index, row)].push(row);
  return names.filter((name) => rows[name].length > 0 || !MAYBE.has(name)).map((name) => lane(index, name, rows[name]));
}

/** All rows with a time, by begin. */
export function timeOrder(index) {
  const order = [];
  for (let row = 0; row < index.length; row++) if (index.clock[row] >= 0) order.push(row);
  return byBegin(index, order);
}

/** Position of the last row that begins at or before a time; −1 if there is none. */
export function lastBegun(index, order, time) {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (index.clock[order[middle]] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function laneName(index, row) {
  if (index.isOfChild(row)) return "children";
  if (index.tool[row] !== 0xffff) return index.isDispatch(row) ? "dispatches" : "tools";
  const kind = index.kindName(row);
  if (MODEL.has(kind)) return "model";
  return INPUT.has(kind) ? "input" : "tools";
}

function byBegin(index, rows) {
  for (let i = 1; i < rows.length; i++) {
    if (index.clock[rows[i]] < index.clock[rows[i - 1]]) return rows.sort((a, b) => index.clock[a] - index.clock[b] || a - b);
  }
  return rows;
}

function lane(index, name, rows) {
  byBegin(index, rows);
  const track = new Uint8Array(rows.length);
  const free = [];
  rows.forEach((row, i) => {
    let at = free.findIndex((end) => end <= index.clock[row]);
    if (at < 0 && free.length < MOST_TRACKS) at = free.length;
    if (at < 0) at = free.indexOf(Math.min(...free));
    free[at] = Math.max(free[at] ?? 0, index.drawnEnd(row));
    track[i] = at;
  });
  return { name, tracks: Math.max(1, free.length), rows, track };
}
