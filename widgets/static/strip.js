// The strip on top: lanes over time, drawn on a canvas, and a slider over them that leads to the row at a time.

import {attrs, h} from "./dom.js";
import {offset, say, utc} from "./format.js";
import {lanesOf, lastBegun, timeOrder} from "./lanes.js";
import {SINGLE, TRACK, drawLane} from "./paint.js";
import {rowWords} from "./rows.js";
import {TimeScale} from "./timescale.js";

const LANE_GAP = 5;
const AXIS = 14;
const NAME = 14;
const INK = ["input", "model", "ok", "open", "waiting", "stopped", "red", "rule", "text"];

export class Strip {
  /** `onJump(row, isFinal)` is told where the reader points; `matches()` gives the filter's rows or null. */
  constructor(labels, { onJump, matches }) {
    this.labels = labels;
    this.onJump = onJump;
    this.matches = matches;
    this.canvas = attrs(h("canvas", "wbr-strip-canvas"), { "aria-hidden": "true" });
    this.window = h("div", "wbr-strip-window");
    this.cursor = h("div", "wbr-strip-cursor");
    this.tip = attrs(h("div", "wbr-strip-tip"), { hidden: true, "aria-hidden": "true" });
    this.slider = attrs(h("div", "wbr-strip-area", this.canvas, this.window, this.cursor), {
      role: "slider", tabindex: "0", "aria-orientation": "horizontal", "aria-label": labels["strip.label"], "aria-valuemin": "0",
    });
    this.names = attrs(h("div", "wbr-strip-names"), { "aria-hidden": "true" });
    this.inks = INK.map((name) => h("i", `wbr-ink wbr-ink-${name}`));
    this.summary = h("p", "wbr-unseen");
    this.element = h("div", "wbr-strip", this.names, this.slider, this.tip, this.summary, attrs(h("div", "wbr-inks", ...this.inks), { "aria-hidden": "true" }));
    this.active = -1;
    this.seen = [-1, -1];
    this.listen();
    this.sizes = new ResizeObserver(() => this.slider.clientWidth !== this.width && this.redraw());
    this.sizes.observe(this.slider);
  }

  setIndex(index) {
    this.index = index;
    this.lanes = lanesOf(index);
    this.order = timeOrder(index);
    this.element.hidden = this.order.length === 0;
    this.names.replaceChildren();
    let y = 3;
    let named = 0;
    for (const lane of this.lanes) {
      lane.y = y;
      lane.height = lane.tracks === 1 ? SINGLE : lane.tracks * TRACK - 1;
      const name = h("span", "", this.labels[`lane.${lane.name}`]);
      const top = y + lane.height / 2 - NAME / 2;
      name.style.marginTop = `${top - named}px`;
      named = top + NAME;
      this.names.append(name);
      y += lane.height + LANE_GAP;
    }
    this.height = y + AXIS;
    this.element.style.height = `${this.height}px`;
    const parts = this.lanes.map((lane) => say(this.labels, "strip.lane", { name: this.labels[`lane.${lane.name}`], n: lane.rows.length }));
    this.summary.textContent = `${this.labels["strip.label"]}: ${parts.join(", ")}.`;
    this.redraw();
  }

  /** Draws again: after a change of width, theme, filter or data. */
  redraw() {
    const width = this.slider.clientWidth;
    if (!this.index || width === 0) return;
    this.width = width;
    this.tip.hidden = true;
    const { index } = this;
    this.scale = new TimeScale(this.order, (row) => index.clock[row], (row) => index.drawnEnd(row), this.width);
    attrs(this.slider, { "aria-valuemax": this.scale.end });
    const ratio = globalThis.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.canvas.style.height = `${this.height}px`;
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const ink = Object.fromEntries(INK.map((name, i) => [name, getComputedStyle(this.inks[i]).color]));
    this.drawAxis(pen, ink);
    const matches = this.matches();
    for (const lane of this.lanes) drawLane(pen, ink, index, this.scale, lane, matches);
    this.point(this.active);
    this.see(...this.seen);
  }

  /** Marks the active row. */
  point(row) {
    this.active = row;
    if (!this.scale) return;
    const isKnown = row >= 0 && row < this.index.length && this.index.clock[row] >= 0;
    this.cursor.hidden = !isKnown;
    if (isKnown) this.cursor.style.transform = `translateX(${this.scale.x(this.index.clock[row])}px)`;
    const words = isKnown ? `${offset(this.index.clock[row])}, ${rowWords(this.index, row, this.labels)}` : this.labels["strip.nowhere"];
    attrs(this.slider, { "aria-valuenow": isKnown ? this.index.clock[row] : 0, "aria-valuetext": words });
  }

  /** Shades the time of the rows in sight. */
  see(firstRow, lastRow) {
    this.seen = [firstRow, lastRow];
    if (!this.scale || firstRow < 0 || lastRow >= this.index.length) return;
    const { index } = this;
    if (index.clock[firstRow] < 0 || index.clock[lastRow] < 0) return;
    const from = this.scale.x(index.clock[firstRow]);
    const to = Math.max(this.scale.x(index.clock[lastRow]), from + 2);
    this.window.style.transform = `translateX(${from}px)`;
    this.window.style.width = `${to - from}px`;
  }

  close() {
    this.sizes.disconnect();
  }

  // ------------------------------------------------------------------------------------------------ inside

  drawAxis(pen, ink) {
    const bottom = this.height - AXIS;
    pen.fillStyle = ink.rule;
    for (const lane of this.lanes) pen.fillRect(0, lane.y + lane.height + 2, this.width, 0.5);
    pen.font = "10px system-ui, sans-serif";
    for (const { time, x } of this.scale.ticks(80)) {
      pen.fillStyle = ink.rule;
      pen.fillRect(x, 0, 0.5, bottom + 3);
      pen.fillStyle = ink.text;
      const text = offset(time, this.scale.end < 60000);
      // What would be cut by the edge is not written.
      if (x + 3 + pen.measureText(text).width <= this.width) pen.fillText(text, x + 3, bottom + 10);
    }
    pen.fillStyle = ink.text;
    for (const piece of this.scale.pieces) {
      if (!piece.isBreak) continue;
      if (piece.width < 4) continue;
      for (let y = 3; y < bottom - 3; y += 4) pen.fillRect(piece.x + piece.width / 2 - 0.5, y, 1, 1.5);
    }
  }

  listen() {
    const { slider } = this;
    slider.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      slider.setPointerCapture(event.pointerId);
      this.isDragging = true;
      this.jump(event, false);
    });
    slider.addEventListener("pointermove", (event) => {
      if (this.isDragging) this.jump(event, false);
      this.hint(event);
    });
    slider.addEventListener("pointerup", (event) => {
      if (this.isDragging) this.jump(event, true);
      this.isDragging = false;
    });
    slider.addEventListener("pointercancel", () => (this.isDragging = false));
    slider.addEventListener("pointerleave", () => (this.tip.hidden = true));
    slider.addEventListener("keydown", (event) => this.key(event));
  }

  jump(event, isFinal) {
    const row = this.rowUnder(event);
    if (row >= 0) this.onJump(row, isFinal);
  }

  hint(event) {
    const row = this.rowUnder(event);
    this.tip.hidden = row < 0;
    if (row < 0) return;
    const { x } = this.place(event);
    this.tip.textContent = `${offset(this.index.clock[row], true)} · ${rowWords(this.index, row, this.labels)}`;
    this.tip.title = utc(this.index.meta.t0 + this.index.clock[row]);
    const left = this.slider.offsetLeft + x;
    this.tip.style.left = `${Math.max(0, Math.min(left - 20, this.element.clientWidth - this.tip.offsetWidth))}px`;
  }

  place(event) {
    const box = this.slider.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** The row drawn at a point, else the last one that had begun in that lane, else in any. */
  rowUnder(event) {
    if (!this.scale || this.order.length === 0) return -1;
    const { x, y } = this.place(event);
    const time = this.scale.time(Math.max(0, Math.min(x, this.width)));
    const lane = this.lanes.find((l) => y >= l.y - 2 && y < l.y + l.height + 3 && l.rows.length > 0);
    if (lane) {
      const slack = this.scale.time(Math.min(x + 3, this.width));
      const track = lane.tracks === 1 ? 0 : Math.floor((y - lane.y) / TRACK);
      for (let i = lastBegun(this.index, lane.rows, slack), tried = 0; i >= 0 && tried < 200; i--, tried++) {
        const right = Math.max(this.scale.x(this.index.drawnEnd(lane.rows[i])), this.scale.x(this.index.clock[lane.rows[i]]) + 2);
        if (lane.track[i] === track && right >= x - 2) return lane.rows[i];
      }
    }
    const rows = lane ? lane.rows : this.order;
    return rows[Math.max(0, lastBegun(this.index, rows, time))];
  }

  key(event) {
    const at = this.active < 0 ? 0 : Math.max(0, this.order.indexOf(this.active));
    const far = Math.max(1, Math.round(this.order.length / 20));
    const steps = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, PageUp: at + far, PageDown: at - far, Home: 0, End: this.order.length - 1 };
    if (!(event.key in steps) || this.order.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.onJump(this.order[Math.max(0, Math.min(steps[event.key], this.order.length - 1))], true);
  }
}
