// The list that only draws what is in sight.
//
// The rows stand in a box that sticks to the top of the scroller, and are placed by this module on every scroll event.
// The browser's own (threaded) scrolling therefore moves nothing but the bar: a frame that is painted before we have
// drawn still shows the rows of the last one, never a blank.

import {h} from "./dom.js";
import {Geometry, ScrollScale} from "./geometry.js";

const SPARE = 4;

export class VirtualList {
  /** `make(row)` gives the element of a row, `renew(row, element)` brings it up to date, `drop(element)` is told when it
   *  leaves, `onDraw()` that rows were drawn. */
  constructor(rowHeight, { make, renew, drop, onDraw }) {
    this.make = make;
    this.renewOne = renew;
    this.drop = drop;
    this.onDraw = onDraw;
    this.geometry = new Geometry(rowHeight);
    this.scale = new ScrollScale();
    this.heights = new Map();
    this.shown = new Map();
    this.view = 0;
    this.box = h("div", "wbr-window");
    this.sizer = h("div", "wbr-sizer", this.box);
    this.scroller = h("div", "wbr-scroller", this.sizer);
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.sizes = new ResizeObserver(() => this.resized());
    this.sizes.observe(this.scroller);
  }

  get rows() {
    return this.geometry.rows;
  }

  get top() {
    return this.scale.top;
  }

  /** Replaces the list; a row that is in both (`anchor`, else the topmost) keeps its place on the screen. */
  setRows(rows, anchor = -1) {
    const held = this.anchor(anchor);
    this.geometry.set(rows, this.heights);
    this.layout();
    if (held !== null) {
      const at = this.geometry.position(held.row);
      if (at >= 0) this.scrollTo(this.geometry.top(at) - held.y);
    }
    this.draw();
  }

  /** Body height of an opened row in px; null for a folded one. What is above the view does not push it. */
  setHeight(row, height) {
    const was = this.heights.get(row) ?? null;
    if (was === height) return;
    const at = this.geometry.position(row);
    const isAbove = at >= 0 && this.geometry.top(at) + this.geometry.rowHeight + (was ?? 0) <= this.top;
    if (height === null) this.heights.delete(row);
    else this.heights.set(row, height);
    this.geometry.set(this.rows, this.heights);
    this.layout();
    if (isAbove) this.scrollTo(this.top + (height ?? 0) - (was ?? 0));
    this.draw();
  }

  /** Scrolls as little as needed to show a row's head; with `centre`, puts it near the middle if it is out of sight. */
  reveal(row, centre = false) {
    const at = this.geometry.position(row);
    if (at < 0) return;
    const top = this.geometry.top(at);
    const bottom = top + this.geometry.rowHeight;
    if (top >= this.top && bottom <= this.top + this.view) return;
    if (centre) this.scrollTo(top - this.view / 3);
    else this.scrollTo(top < this.top ? top : bottom - this.view);
    this.draw();
  }

  element(row) {
    return this.shown.get(row) ?? null;
  }

  /** Brings shown rows up to date. */
  renew(isMeant = () => true) {
    for (const [row, element] of this.shown) if (isMeant(row)) this.renewOne(row, element);
  }

  /** Rows got other numbers, −1 for those that are gone; elements and heights go with their rows. */
  renumber(number) {
    const heights = [...this.heights].map(([row, height]) => [number(row), height]);
    const shown = [...this.shown].map(([row, element]) => [number(row), element]);
    this.heights = new Map(heights.filter(([row]) => row >= 0));
    this.shown = new Map(shown.filter(([row]) => row >= 0));
    for (const [row, element] of shown) if (row < 0) this.leave(element);
  }

  close() {
    this.sizes.disconnect();
    for (const element of this.shown.values()) this.drop(element);
    this.shown.clear();
  }

  // ------------------------------------------------------------------------------------------------ inside

  anchor(wanted) {
    if (this.rows.length === 0) return null;
    const at = wanted >= 0 ? this.geometry.position(wanted) : -1;
    const y = at >= 0 ? this.geometry.top(at) - this.top : -1;
    if (y >= 0 && y < this.view) return { row: wanted, y };
    const first = this.geometry.at(this.top);
    return { row: this.rows[first], y: this.geometry.top(first) - this.top };
  }

  layout() {
    const total = this.geometry.height;
    this.sizer.style.height = `${Math.min(total, this.scale.size(total, this.view))}px`;
    this.view = this.scroller.clientHeight;
    this.scale.size(total, this.view);
    this.box.style.height = `${Math.min(total, this.view)}px`;
  }

  scrollTo(top) {
    const bar = this.scale.toBar(top);
    this.isOurs = true;
    this.scroller.scrollTop = bar;
    this.scale.bar = this.scroller.scrollTop;
  }

  scrolled() {
    if (this.isOurs && Math.abs(this.scroller.scrollTop - this.scale.bar) < 1) {
      this.isOurs = false;
    } else {
      this.isOurs = false;
      this.scale.fromBar(this.scroller.scrollTop);
    }
    this.draw();
    if (!this.scale.isScaled) return;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.scrollTo(this.top), 200);
  }

  resized() {
    if (this.scroller.clientHeight === this.view) return;
    this.layout();
    this.draw();
  }

  draw() {
    const { rows, geometry } = this;
    const first = Math.max(0, geometry.at(this.top) - SPARE);
    const last = rows.length === 0 ? -1 : Math.min(rows.length - 1, geometry.at(this.top + Math.max(this.view, 1)) + SPARE);
    const wanted = this.wantedPositions(first, last);
    const keep = new Set(wanted.map((at) => rows[at]));
    for (const [row, element] of this.shown) {
      if (keep.has(row)) continue;
      this.shown.delete(row);
      this.leave(element);
    }
    let cursor = this.box.firstChild;
    for (const at of wanted) {
      let element = this.shown.get(rows[at]);
      if (element === undefined) {
        element = this.make(rows[at]);
        this.shown.set(rows[at], element);
      }
      if (element === cursor) cursor = cursor.nextSibling;
      else this.box.insertBefore(element, cursor);
      element.style.transform = `translateY(${Math.round(geometry.top(at) - this.top)}px)`;
      element.setAttribute("aria-rowindex", String(at + 1));
    }
    this.onDraw();
  }

  leave(element) {
    element.remove();
    this.drop(element);
  }

  // The row that holds the focus stays in the document when it is scrolled away, else the keyboard would be lost.
  wantedPositions(first, last) {
    const wanted = [];
    for (let at = first; at <= last; at++) wanted.push(at);
    for (const [row, element] of this.shown) {
      if (!element.contains(element.getRootNode().activeElement)) continue;
      const at = this.geometry.position(row);
      if (at >= 0 && at < first) wanted.unshift(at);
      else if (at > last) wanted.push(at);
    }
    return wanted;
  }
}
