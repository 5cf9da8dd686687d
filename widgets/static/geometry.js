// Where rows stand: heads of one fixed height, and bodies of measured height below the few opened ones. Pure.

import {place} from "./tree.js";

export class Geometry {
  constructor(rowHeight) {
    this.rowHeight = rowHeight;
    this.rows = new Int32Array(0);
    this.opened = [];
    this.extra = [0];
  }

  /** Takes an ascending list of rows and the body heights of opened rows (row → px). */
  set(rows, heights) {
    this.rows = rows;
    const positions = [];
    for (const row of heights.keys()) {
      const at = place(rows, row);
      if (at >= 0 && rows[at] === row) positions.push(at);
    }
    this.opened = positions.sort((a, b) => a - b);
    this.extra = [0];
    for (const at of this.opened) this.extra.push(this.extra[this.extra.length - 1] + heights.get(rows[at]));
  }

  get height() {
    return this.rows.length * this.rowHeight + this.extra[this.extra.length - 1];
  }

  /** Distance of the head at a position from the top of the list. */
  top(position) {
    return position * this.rowHeight + this.extra[place(this.opened, position - 1) + 1];
  }

  /** Position of the row that covers a distance from the top. */
  at(y) {
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.top(middle) <= y) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** Position of a row in the list, −1 if it is not in it. */
  position(row) {
    const at = place(this.rows, row);
    return at >= 0 && this.rows[at] === row ? at : -1;
  }
}

// Browsers cap the height of an element (about 17 million px in one, 33 in others).
const TALLEST = 15000000;

/** Maps the scroll bar of an element that is not taller than `TALLEST` to a list of any height.
 *  Small moves keep their distance, so that a wheel turn is the same everywhere; far ones, as when the bar is dragged,
 *  take the proportion. */
export class ScrollScale {
  constructor() {
    this.total = 0;
    this.view = 0;
    this.bar = 0;
    this.top = 0;
  }

  /** Height to give the element. */
  size(total, view) {
    this.total = total;
    this.view = view;
    this.top = Math.max(0, Math.min(this.top, total - view));
    return Math.min(total, TALLEST);
  }

  get isScaled() {
    return this.total > TALLEST;
  }

  /** The list's top for a bar position that the browser reports. */
  fromBar(bar) {
    const longest = Math.min(this.total, TALLEST) - this.view;
    if (!this.isScaled) this.top = bar;
    else if (bar <= 0) this.top = 0;
    else if (bar >= longest - 1) this.top = this.total - this.view;
    else if (Math.abs(bar - this.bar) < 2 * this.view) this.top += bar - this.bar;
    else this.top = (bar / longest) * (this.total - this.view);
    this.top = Math.max(0, Math.min(this.top, this.total - this.view));
    this.bar = bar;
    return this.top;
  }

  /** The bar position for a top of the list. */
  toBar(top) {
    this.top = Math.max(0, Math.min(top, this.total - this.view));
    const longest = Math.min(this.total, TALLEST) - this.view;
    this.bar = this.isScaled ? (this.top / (this.total - this.view)) * longest : this.top;
    return this.bar;
  }
}
