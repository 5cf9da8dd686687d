// Time to pixels. Long pauses in which nothing happened are squeezed to a mark, else an hour of waiting for the user
// would press all the work into a line.

const MARK = 14;
const MOST_MARKS = 16;

export class TimeScale {
  /** `order` are rows by begin; `begin(row)` and `end(row)` in ms. */
  constructor(order, begin, end, width) {
    this.width = width;
    const pauses = [];
    let reached = order.length > 0 ? begin(order[0]) : 0;
    this.start = reached;
    for (const row of order) {
      if (begin(row) > reached) pauses.push([reached, begin(row)]);
      reached = Math.max(reached, end(row));
    }
    this.end = Math.max(reached, this.start + 1);
    this.breaks = squeezable(pauses, this.end - this.start);
    this.pieces = this.lay();
  }

  lay() {
    const idle = this.breaks.reduce((sum, [from, to]) => sum + to - from, 0);
    const room = Math.max(1, this.width - MARK * this.breaks.length);
    const perMs = room / Math.max(1, this.end - this.start - idle);
    const pieces = [];
    let at = this.start;
    let x = 0;
    for (const [from, to] of this.breaks) {
      pieces.push({ from: at, to: from, x, width: (from - at) * perMs, isBreak: false });
      x += (from - at) * perMs;
      pieces.push({ from, to, x, width: MARK, isBreak: true });
      x += MARK;
      at = to;
    }
    pieces.push({ from: at, to: this.end, x, width: this.width - x, isBreak: false });
    return pieces;
  }

  x(time) {
    const piece = this.pieces.find((p) => time <= p.to) ?? this.pieces[this.pieces.length - 1];
    const part = piece.to === piece.from ? 0 : (time - piece.from) / (piece.to - piece.from);
    return piece.x + Math.max(0, Math.min(1, part)) * piece.width;
  }

  time(x) {
    const piece = this.pieces.find((p) => x <= p.x + p.width) ?? this.pieces[this.pieces.length - 1];
    const part = piece.width === 0 ? 0 : (x - piece.x) / piece.width;
    return piece.from + Math.max(0, Math.min(1, part)) * (piece.to - piece.from);
  }

  /** Round times to write under the lanes, about `every` px apart and never inside a mark. */
  ticks(every) {
    const ticks = [];
    let free = -Infinity;
    for (const piece of this.pieces) {
      if (piece.isBreak || piece.width < every / 3) continue;
      const step = roundStep(((piece.to - piece.from) / piece.width) * every);
      for (let time = Math.ceil(piece.from / step) * step; time <= piece.to; time += step) {
        const x = this.x(time);
        if (x < free || x > this.width - 24) continue;
        ticks.push({ time, x });
        free = x + every * 0.6;
      }
    }
    return ticks;
  }
}

// Pauses worth squeezing: half a minute at least, and a twelfth of the time that is left without the longer ones.
function squeezable(pauses, total) {
  const chosen = [];
  let rest = total;
  for (const pause of [...pauses].sort((a, b) => b[1] - b[0] - (a[1] - a[0]))) {
    const length = pause[1] - pause[0];
    if (length < 30000 || length < rest / 12 || chosen.length === MOST_MARKS) break;
    chosen.push(pause);
    rest -= length;
  }
  return chosen.sort((a, b) => a[0] - b[0]);
}

function roundStep(ms) {
  const steps = [100, 200, 500, 1000, 2000, 5000, 10000, 20000, 30000, 60000, 120000, 300000, 600000, 1200000, 1800000, 3600000];
  const found = steps.find((step) => step >= ms);
  return found ?? Math.ceil(ms / 3600000) * 3600000;
}
