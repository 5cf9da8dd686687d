// The columnar index: numbers of all rows (head) and, chunk by chunk, their texts.

const TYPES = { u8: Uint8Array, u16: Uint16Array, i32: Int32Array };
const UTF8 = new TextDecoder();
const OPEN_STATES = new Set(["streaming", "proposed", "running", "waiting"]);
const RED = new Set(["error", "exit", "signal", "timeout"]);

/** Typed arrays of a packed block of columns (`workbench.replay.index.pack`). */
export function unpack(buffer) {
  // Copied once: front ends hand out views at any offset, typed arrays need multiples of their size.
  const bytes = new Uint8Array(buffer.byteLength);
  bytes.set(buffer instanceof ArrayBuffer ? new Uint8Array(buffer) : new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength));
  const base = 4 + new DataView(bytes.buffer).getUint32(0, true);
  const columns = {};
  for (const [name, type, at, count] of JSON.parse(UTF8.decode(bytes.subarray(4, base)))) {
    columns[name] = new TYPES[type](bytes.buffer, base + at, count);
  }
  return columns;
}

/** Entry i of a text column. */
export function textAt(columns, name, i) {
  const at = columns[`${name}.at`];
  return UTF8.decode(columns[`${name}.bytes`].subarray(at[i], at[i + 1]));
}

export class RowIndex {
  /** `head` has the rows from `since` on; those before are taken from `before`, an older index. */
  constructor(meta, rows, chunkSize, head, since = 0, before = null) {
    this.meta = meta;
    this.length = rows;
    this.chunkSize = chunkSize;
    for (const [name, column] of Object.entries(unpack(head))) this[name] = since === 0 ? column : joined(before[name], since, column);
    this.chunks = new Array(Math.ceil(rows / chunkSize)).fill(null);
    this.lower = new Array(this.chunks.length).fill(null);
    for (let i = 0; i < since / chunkSize; i++) {
      this.chunks[i] = before.chunks[i];
      this.lower[i] = before.lower[i];
    }
    this.subtree = subtreeEnds(this.parent);
    this.spanEnd = this.lastTime();
    this.red = meta.outcomes.map((name) => RED.has(name));
  }

  addChunk(start, buffer) {
    this.chunks[start / this.chunkSize] = unpack(buffer);
  }

  /** Bounds of the chunks not here yet, the nearest to a row first. */
  missing(near) {
    const at = Math.floor(near / this.chunkSize);
    const gaps = [];
    this.chunks.forEach((chunk, i) => chunk === null && gaps.push(i));
    gaps.sort((a, b) => Math.abs(a - at) - Math.abs(b - at));
    return gaps.map((i) => [i * this.chunkSize, Math.min(this.length, (i + 1) * this.chunkSize)]);
  }

  chunkOf(row) {
    return this.chunks[Math.floor(row / this.chunkSize)];
  }

  /** Title, hint, badges or key of a row; null while its chunk is on the way. */
  text(name, row) {
    const chunk = this.chunkOf(row);
    return chunk === null ? null : textAt(chunk, name, row % this.chunkSize);
  }

  badges(row) {
    const joined = this.text("badges", row);
    return joined ? joined.split("\x1f") : [];
  }

  seq(row) {
    const chunk = this.chunkOf(row);
    return chunk === null ? null : chunk.seq[row % this.chunkSize];
  }

  wait(row) {
    const chunk = this.chunkOf(row);
    return chunk === null ? -1 : chunk.wait[row % this.chunkSize];
  }

  /** What a text filter looks at: tool, title, hint and badges in lower case. */
  haystack(row) {
    const c = Math.floor(row / this.chunkSize);
    if (this.chunks[c] === null) return null;
    this.lower[c] ??= [];
    const i = row % this.chunkSize;
    return (this.lower[c][i] ??= `${this.toolName(row)} ${this.text("titles", row)} ${this.text("hints", row)} ${this.badges(row).join(" ")}`.toLowerCase());
  }

  kindName(row) {
    return this.meta.kinds[this.kind[row]] ?? "generic";
  }

  /** Name of the tool, "" for a row that is no call. */
  toolName(row) {
    return this.tool[row] === 0xffff ? "" : (this.meta.tools[this.tool[row]] ?? "");
  }

  /** The outcome where there is one, else the state; "" for a row that has none (a message). */
  status(row) {
    if (this.outcome[row] !== 255) return this.meta.outcomes[this.outcome[row]] ?? "unknown";
    return this.state[row] === 255 ? "" : (this.meta.states[this.state[row]] ?? "unknown");
  }

  isRed(row) {
    if (this.outcome[row] !== 255) return this.red[this.outcome[row]] === true;
    return this.state[row] !== 255 && this.meta.states[this.state[row]] === "failed";
  }

  isOpen(row) {
    return this.state[row] !== 255 && OPEN_STATES.has(this.meta.states[this.state[row]]);
  }

  isInherited(row) {
    return (this.flags[row] & 1) !== 0;
  }

  /** A call made inside a program. */
  isDispatch(row) {
    return (this.flags[row] & 4) !== 0;
  }

  /** A row of a child session. */
  isOfChild(row) {
    return (this.flags[row] & 8) !== 0;
  }

  /** The state of a call, "" for a row that is none. */
  stateName(row) {
    return this.state[row] === 255 ? "" : (this.meta.states[this.state[row]] ?? "unknown");
  }

  /** The outcome of a call that is over, else "". */
  outcomeName(row) {
    return this.outcome[row] === 255 ? "" : (this.meta.outcomes[this.outcome[row]] ?? "unknown");
  }

  hasChildren(row) {
    return this.subtree[row] > row + 1;
  }

  /** Number of rows below a row, at any depth. */
  below(row) {
    return this.subtree[row] - row - 1;
  }

  /** When a row ends for a drawing: its end, now for an open one, else its begin. */
  drawnEnd(row) {
    if (this.end[row] >= 0) return Math.max(this.end[row], this.clock[row]);
    return this.isOpen(row) ? this.spanEnd : this.clock[row];
  }

  lastTime() {
    let last = 0;
    for (let row = 0; row < this.length; row++) last = Math.max(last, this.clock[row], this.end[row]);
    return last;
  }
}

/** For each row of a pre-order, the number of the first row after it that is not below it. */
export function subtreeEnds(parent) {
  const ends = new Int32Array(parent.length);
  for (let row = parent.length - 1; row >= 0; row--) {
    if (ends[row] === 0) ends[row] = row + 1;
    const above = parent[row];
    if (above >= 0 && ends[above] < ends[row]) ends[above] = ends[row];
  }
  return ends;
}

function joined(before, count, after) {
  const column = new after.constructor(count + after.length);
  column.set(before.subarray(0, count));
  column.set(after, count);
  return column;
}
