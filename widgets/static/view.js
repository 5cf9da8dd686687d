// One view of a replay: header, strip, filter bar and list, and what they share.

import {Acts} from "./acts.js";
import {Bodies} from "./bodies.js";
import {offerCopy} from "./copy.js";
import {attrs, h} from "./dom.js";
import {FilterBar} from "./filter.js";
import {header} from "./header.js";
import {keepLabFromPlainKeys} from "./keys.js";
import {listen} from "./input.js";
import {VirtualList} from "./list.js";
import {Loader} from "./loader.js";
import {Panel} from "./panel.js";
import {MOST_INDENTS, ROW_HEIGHT, nameWidth, rowHead} from "./rows.js";
import {Strip} from "./strip.js";
import {sentenceOf} from "./transport.js";
import {filtered, predicate, unfolded} from "./tree.js";

// Said before any label is here.
const SILENT = "The kernel has not answered yet. If it was restarted, run the cell again.";

const SAID = 8000;

export class ReplayView {
  /** `onRows()` is told once, when there are rows to show: until then the view is a line at most. */
  constructor(el, transport, mounter, onRows = () => {}) {
    this.transport = transport;
    this.mounter = mounter;
    this.onRows = onRows;
    this.index = null;
    this.opened = new Set();
    this.expanded = new Set();
    this.closed = new Set();
    this.active = -1;
    this.matches = null;
    this.root = attrs(h("div", "wbr-replay"), { "data-lm-suppress-shortcuts": "true" });
    this.root.style.setProperty("--wbr-row", `${ROW_HEIGHT}px`);
    this.notice = attrs(h("p", "wbr-quiet"), { role: "status" });
    this.root.append(this.notice);
    el.append(this.root);
    this.undo = [keepLabFromPlainKeys(this.root)];
    this.bodySizes = new ResizeObserver((entries) => this.bodiesResized(entries));
    this.loader = new Loader(transport, {
      near: () => this.firstRow(),
      onIndex: (index, moved, start) => (this.index === null ? this.build(index) : this.replaceIndex(index, moved, start)),
      onTexts: (start, stop) => this.textsCame(start, stop),
      onTrouble: (error) => this.say(sentenceOf(this.labels, error)),
    });
    transport.onSilence = () => this.say(this.labels?.["kernel.silent"] ?? SILENT);
  }

  /** Asks for the index and shows the first rows; the promise gives the view when all texts are here. */
  async start() {
    await this.loader.load();
    return this;
  }

  close() {
    this.loader.close();
    clearTimeout(this.saying);
    this.undo.forEach((undo) => undo());
    this.bodySizes.disconnect();
    this.list?.close();
    this.strip?.close();
    this.bodies?.close();
    this.panel?.close();
    this.root.remove();
  }

  /** Says something for a while, below the rows; before there are rows, in their place. */
  say(text) {
    (this.index === null ? this.notice : this.live).textContent = text;
    clearTimeout(this.saying);
    if (this.index !== null) this.saying = setTimeout(() => (this.live.textContent = ""), SAID);
  }

  // ------------------------------------------------------------------------------------------------ index

  build(index) {
    this.index = index;
    const { labels } = index.meta;
    this.labels = labels;
    if (index.meta.language) this.root.lang = index.meta.language;
    this.acts = new Acts(this);
    this.headerPlace = h("div", "", header(index));
    this.panel = new Panel();
    this.strip = new Strip(labels, { onJump: (row, isFinal) => this.acts.jump(row, isFinal), matches: () => this.matches });
    this.filterBar = new FilterBar(labels, () => this.scheduleRows());
    this.live = attrs(h("p", "wbr-said"), { "aria-live": "polite" });
    this.bodies = new Bodies(this.transport, labels, {
      isWanted: (row) => this.opened.has(row) && this.list.element(row) !== null,
      onAction: (row, ...args) => this.acts.action(row, ...args),
      onMount: (...args) => this.mounter?.(...args),
      allow: index.meta.allow,
    });
    this.list = new VirtualList(ROW_HEIGHT, {
      make: (row) => this.renewRow(row, h("div", "wbr-row")),
      renew: (row, element) => this.renewRow(row, element),
      drop: (element) => this.dropRow(element),
      onDraw: () => this.drawn(),
    });
    attrs(this.list.scroller, { role: "treegrid", "aria-label": labels["list.label"], "aria-readonly": "true" });
    for (const part of [this.list.sizer, this.list.box]) part.setAttribute("role", "presentation");
    this.empty = attrs(h("p", "wbr-quiet wbr-empty", labels["list.empty"]), { hidden: true });
    const rows = [this.list.scroller, this.empty, this.live];
    const around = [this.headerPlace, this.panel.element, this.strip.element, this.filterBar.element];
    if (index.meta.single) this.root.replaceChildren(...rows);
    else this.root.replaceChildren(...around, ...rows, h("p", "wbr-help", labels["keys.help"]));
    this.undo.push(listen(this), offerCopy(this.root, labels));
    if (index.meta.single && index.length > 0) {
      this.expanded.add(0);
      this.acts.toggle(0);
    }
    this.take(index);
    this.refreshRows();
    this.onRows();
  }

  /** A newer index: rows from `start` on changed; `moved` tells the new number of those that are still there. */
  replaceIndex(index, moved, start) {
    this.index = index;
    const renumber = (row) => (row < start ? row : (moved.get(row) ?? -1));
    for (const name of ["opened", "expanded", "closed"]) this[name] = new Set([...this[name]].map(renumber).filter((row) => row >= 0));
    this.active = this.active < 0 ? -1 : renumber(this.active);
    this.list.renumber(renumber);
    this.bodies.renumber(renumber, start);
    this.headerPlace.replaceChildren(header(index));
    this.take(index);
    this.refreshRows();
  }

  take(index) {
    this.panel.show(index.meta.panel ?? [], index.meta.allow);
    this.root.style.setProperty("--wbr-name", nameWidth(index));
    this.filterBar.offer(index);
    this.strip.setIndex(index);
  }

  textsCame(start, stop) {
    this.list.renew((row) => row >= start && row < stop);
    if (this.filterBar.filter.text !== "") this.scheduleRows();
  }

  // ------------------------------------------------------------------------------------------------ rows

  scheduleRows() {
    this.scheduled ??= requestAnimationFrame(() => {
      this.scheduled = null;
      this.closed.clear();
      this.refreshRows();
      this.strip.redraw();
    });
  }

  /** Makes the list again from folds and filter. */
  refreshRows() {
    const keeps = predicate(this.index, this.filterBar.filter);
    const found = keeps === null ? null : filtered(this.index, keeps, this.closed);
    this.matches = found === null ? null : found.matches;
    this.list.setRows(found === null ? unfolded(this.index, this.expanded) : found.rows, this.active);
    this.list.renew();
    this.filterBar.tell(found === null ? this.index.length : found.count, this.index.length);
    attrs(this.list.scroller, { "aria-rowcount": this.list.rows.length });
    this.empty.hidden = this.list.rows.length > 0;
  }

  /** Are the rows below a row in the list? A filter unfolds everything until the reader folds it. */
  isExpanded(row) {
    return this.matches === null ? this.expanded.has(row) : !this.closed.has(row);
  }

  // Brings the element of a row up to date; its body, and with it folds, focus and selection inside, stays as it is.
  renewRow(row, element) {
    const { index } = this;
    const isOpen = this.opened.has(row);
    const hasChildren = index.hasChildren(row);
    const isExpanded = hasChildren && this.isExpanded(row);
    const head = rowHead(index, row, { labels: this.labels, isExpanded });
    const body = element.children[1] ?? null;
    if (element.firstChild === null) element.append(head);
    else element.firstChild.replaceWith(head);
    if (isOpen && body === null) element.append(this.bodyOf(row));
    else if (!isOpen && body !== null) {
      this.bodySizes.unobserve(body);
      body.remove();
      this.bodies.leave(row);
    }
    const marks = { "wbr-open": isOpen, "wbr-active": row === this.active, "wbr-context": this.matches !== null && this.matches[row] === 0 };
    element.className = ["wbr-row", `wbr-kind-${index.kindName(row)}`, ...Object.keys(marks).filter((name) => marks[name])].join(" ");
    element.style.setProperty("--wbr-depth", Math.min(index.depth[row], MOST_INDENTS));
    element.dataset.row = String(row);
    return attrs(element, {
      role: "row", tabindex: row === this.tabStop() ? "0" : "-1", "aria-level": index.depth[row] + 1,
      "aria-expanded": String(hasChildren ? isExpanded : isOpen), "aria-selected": String(row === this.active),
    });
  }

  bodyOf(row) {
    const body = attrs(h("div", "wbr-body", this.bodies.element(row)), { role: "gridcell" });
    this.bodySizes.observe(body);
    return body;
  }

  dropRow(element) {
    if (element.children.length < 2) return;
    this.bodySizes.unobserve(element.children[1]);
    this.bodies.leave(Number(element.dataset.row));
  }

  bodiesResized(entries) {
    for (const { target } of entries) {
      const row = Number(target.parentElement?.dataset.row ?? -1);
      if (target.isConnected && this.opened.has(row)) this.list.setHeight(row, target.offsetHeight);
    }
  }

  drawn() {
    const { rows, geometry, top, view } = this.list;
    if (rows.length === 0) return;
    this.strip.see(rows[geometry.at(top)], rows[geometry.at(top + Math.max(0, view - 1))]);
    this.refreshTabStop();
  }

  firstRow() {
    return !this.list || this.list.rows.length === 0 ? 0 : this.list.rows[this.list.geometry.at(this.list.top)];
  }

  // Exactly one row can be reached by Tab: the active one, or the first in sight when that is scrolled away.
  tabStop() {
    return this.active >= 0 && this.list.element(this.active) !== null ? this.active : this.firstRow();
  }

  refreshTabStop() {
    const stop = this.tabStop();
    for (const [row, element] of this.list.shown) {
      const wanted = row === stop ? "0" : "-1";
      if (element.getAttribute("tabindex") !== wanted) element.setAttribute("tabindex", wanted);
    }
  }
}
