// Time to pixels. Long pauses in which nothing happened are squeezed to a mark, else an hour of waiting for the user
// would press all the work into a line.

const MARK = 14;
const MARKS_PART = 0.3;

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
    const mark = Math.min(MARK, (this.width * MARKS_PART) / Math.max(1, this.breaks.length));
    const room = Math.max(1, this.width - mark * this.breaks.length);
    const perMs = room / Math.max(1, this.end - this.start - idle);
    const pieces = [];
    let at = this.start;
    let x = 0;
    for (const [from, to] of this.breaks) {
      pieces.push({ from: at, to: from, x, width: (from - at) * perMs, isBreak: false });
      x += (from - at) * perMs;
      pieces.push({ from, to, x, width: mark, isBreak: true });
      x += mark;
      at = to;
    }
    pieces.push({ from: at, to: this.end, x, width: this.width - x, isBreak: false });
    return pieces;
  }

  x(time) {
    const piece = this.piece((p) => time <= p.to);
    const part = piece.to === piece.from ? 0 : (time - piece.from) / (piece.to - piece.from);
    return piece.x + Math.max(0, Math.min(1, part)) * piece.width;
  }

  time(x) {
    const piece = this.piece((p) => x <= p.x + p.width);
    const part = piece.width === 0 ? 0 : (x - piece.x) / piece.width;
    return piece.from + Math.max(0, Math.min(1, part)) * (piece.to - piece.from);
  }

  // The first piece for which something holds that holds for all after it; else the last.
  piece(holds) {
    let low = 0;
    let high = this.pieces.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.pieces[middle])) high = middle;
      else low = middle + 1;
    }
    return this.pieces[low];
  }

  /** Times to write under the lanes, at least `every` px apart: where work goes on after a pause, and round ones. */
  ticks(every) {
    const ticks = [];
    let free = 0;
    for (const piece of this.pieces) {
      if (piece.isBreak) continue;
      const step = roundStep((piece.to - piece.from) * (every / Math.max(piece.width, 1)));
      const times = [piece.from];
      for (let time = Math.ceil(piece.from / step) * step; piece.width > every && time <= piece.to; time += step) times.push(time);
      for (const time of times) {
        const x = this.x(time);
        if (x < free || x > this.width - 30) continue;
        ticks.push({ time, x });
        free = x + every;
      }
    }
    return ticks;
  }
}

// Pauses worth squeezing: half a minute at least, and a twentieth of all the time in which something happened.
function squeezable(pauses, total) {
  const busy = total - pauses.reduce((sum, [from, to]) => sum + to - from, 0);
  return pauses.filter(([from, to]) => to - from >= Math.max(30000, busy / 20));
}

function roundStep(ms) {
  const steps = [100, 200, 500, 1000, 2000, 5000, 10000, 20000, 30000, 60000, 120000, 300000, 600000, 1200000, 1800000, 3600000];
  const found = steps.find((step) => step >= ms);
  return found ?? Math.ceil(ms / 3600000) * 3600000;
}
