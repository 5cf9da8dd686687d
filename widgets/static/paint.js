// Painting a lane of the strip. What a colour says a form says too: failures are slit, waiting is dashed, what was stopped
// is hollow.

export const TRACK = 5;
export const SINGLE = 8;

const NARROW = 2;
const STOPPED = new Set(["denied", "interrupted", "not-started", "unknown"]);

/** Draws the rows of a lane. A span of at least two pixels is a bar; narrower ones are gathered a pixel column, where
 *  failures take their share of the height, never less than can be seen: one failure among many is not lost, and does
 *  not paint a whole session red either. */
export function drawLane(pen, ink, index, scale, lane, matches) {
  const height = lane.tracks === 1 ? SINGLE : TRACK - 1;
  const bins = new Map();
  const wideRed = [];
  lane.rows.forEach((row, i) => {
    const x = scale.x(index.clock[row]);
    const width = scale.x(index.drawnEnd(row)) - x;
    const y = lane.y + (lane.tracks === 1 ? 0 : lane.track[i] * TRACK);
    const isFaint = matches !== null && matches[row] === 0;
    if (width < NARROW) gather(bins, Math.floor(x), y, ink[inkOf(index, row, lane.name)], index.isRed(row), isFaint);
    else {
      const name = inkOf(index, row, lane.name);
      const bar = { x, y, width: width - 0.5, ink: ink[name], form: FORMS[name], alpha: isFaint ? 0.15 : index.isInherited(row) ? 0.45 : 1 };
      if (index.isRed(row)) wideRed.push(bar);
      else paint(pen, bar, height);
    }
  });
  for (const bin of bins.values()) {
    const alpha = bin.lit > 0 ? 1 : 0.15;
    paint(pen, { x: bin.x, y: bin.y, width: 1.5, ink: bin.ink, alpha }, height);
    if (bin.red === 0) continue;
    const share = Math.min(height, Math.max(2, Math.round((height * bin.red) / bin.count)));
    paint(pen, { x: bin.x, y: bin.y + height - share, width: 2, ink: ink.red, alpha }, share);
  }
  for (const bar of wideRed) paint(pen, bar, height);
  pen.globalAlpha = 1;
}

function gather(bins, x, y, ink, isRed, isFaint) {
  const key = y * 65536 + x;
  let bin = bins.get(key);
  if (bin === undefined) bins.set(key, (bin = { x, y, ink, count: 0, red: 0, lit: 0 }));
  // A filter's rows count alone where there are any.
  if (!isFaint && bin.lit === 0) bin.count = bin.red = 0;
  if (isFaint && bin.lit > 0) return;
  bin.lit += isFaint ? 0 : 1;
  bin.count += 1;
  bin.red += isRed ? 1 : 0;
  if (!isRed) bin.ink = ink;
}

function paint(pen, bar, height) {
  pen.globalAlpha = bar.alpha;
  pen.fillStyle = bar.ink;
  pen.fillRect(bar.x, bar.y, bar.width, height);
  bar.form?.(pen, bar, height);
}

const FORMS = {
  red: (pen, bar, height) => slits(pen, bar, height, 9, 1.5),
  waiting: (pen, bar, height) => slits(pen, bar, height, 5, 2.5),
  stopped: (pen, bar, height) => bar.width > 3 && pen.clearRect(bar.x + 1, bar.y + 1, bar.width - 2, height - 2),
};

function slits(pen, bar, height, step, gap) {
  for (let x = bar.x + step; x < bar.x + bar.width - 1; x += step) pen.clearRect(x, bar.y, gap, height);
}

function inkOf(index, row, lane) {
  if (index.isRed(row)) return "red";
  const status = index.status(row);
  if (status === "waiting") return "waiting";
  if (index.isOpen(row)) return "open";
  if (STOPPED.has(status)) return "stopped";
  if (lane === "children") return index.tool[row] === 0xffff ? "model" : "ok";
  return lane === "tools" || lane === "dispatches" ? "ok" : lane;
}
