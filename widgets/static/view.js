// One view of a replay: header, strip, filter bar and list, and what a reader does with them.

import {Bodies} from "./bodies.js";
import {RowIndex} from "./columns.js";
import {attrs, h} from "./dom.js";
import {FilterBar} from "./filter.js";
import {fill} from "./format.js";
import {header} from "./header.js";
import {keepLabFromPlainKeys, listenToKeys} from "./keys.js";
import {VirtualList} from "./list.js";
import {rowHead} from "./rows.js";
import {Strip} from "./strip.js";
import {VERSION} from "./transport.js";
import {filtered, place, predicate, unfolded} from "./tree.js";

const ROW_HEIGHT = 28;
const BODY_GUESS = 40;
const FETCHERS = 3;

export class ReplayView {
  constructor(el, transport, mounter) {
    this.transport = transport;
    this.mounter = mounter;
    this.root = attrs(h("div", "wbr-replay"), { "data-lm-suppress-shortcuts": "true" });
    this.root.style.setProperty("--wbr-row", `${ROW_HEIGHT}px`);
    this.notice = attrs(h("p", "wbr-quiet wbr-notice"), { role: "status" });
    this.root.append(this.notice);
    el.append(this.root);
    this.opened = new Set();
    this.expanded = new Set();
    this.closed = new Set();
    this.active = -1;
    this.matches = null;
    this.isClosed = false;
    this.bodySizes = new ResizeObserver((entries) => this.bodiesResized(entries));
    this.undo = [keepLabFromPlainKeys(this.root)];
  }

  /** Asks for the index and shows the first rows; the promise gives the view when all texts are here. */
  async start() {
    this.transport.onSilence = () => this.say(this.labels?.["kernel.silent"] ?? "The kernel has not answered yet. If it was restarted, run the cell again.");
    this.transport.onPush = (change) => this.changed(change);
    try {
      await this.hello();
      await this.fetchTexts();
    } catch (error) {
      this.say(error.message);
    }
    return this;
  }

  close() {
    this.isClosed = true;
    this.undo.forEach((undo) => undo());
    this.bodySizes.disconnect();
    this.list?.close();
    this.strip?.close();
    this.root.remove();
  }

  // ------------------------------------------------------------------------------------------------ index

  async hello() {
    const { answer, buffers } = await this.transport.request({ type: "hello", v: VERSION });
    if (answer.v !== VERSION) throw new Error(`kernel and page speak different versions (${answer.v}, ${VERSION}): reload the page`);
    if (this.isClosed) return;
    const index = new RowIndex(answer.meta, answer.rows, answer.chunk, buffers[0]);
    answer.chunks.forEach(([start], i) => index.addChunk(start, buffers[i + 1]));
    this.revision = answer.revision;
    this.pushes = answer.n;
    if (this.index) this.replaceIndex(index);
    else this.build(index);
  }

  /** Fetches the chunks that are missing, the nearest to the rows in sight first, a few at a time. */
  async fetchTexts() {
    const { index } = this;
    const taken = new Set();
    const next = () => index.missing(this.firstRow()).find(([start]) => !taken.has(start));
    const fetcher = async () => {
      for (let gap = next(); gap && index === this.index && !this.isClosed; gap = next()) {
        taken.add(gap[0]);
        const { answer, buffers } = await this.transport.request({ type: "index", start: gap[0], stop: gap[1] });
        if (index !== this.index || answer.revision !== this.revision) return;
        index.addChunk(gap[0], buffers[0]);
        this.list.remake([...this.list.shown.keys()].filter((row) => row >= gap[0] && row < gap[1]));
        if (this.filterBar.filter.text !== "") this.scheduleRows();
      }
    };
    await Promise.all(Array.from({ length: FETCHERS }, fetcher));
  }

  async changed(change) {
    if (!this.index || change.revision === this.revision) return;
    // Told again while we are asking: one more round afterwards is enough.
    if (this.isAsking) {
      this.isBehind = true;
      return;
    }
    this.isAsking = true;
    do {
      this.isBehind = false;
      await this.hello().catch((error) => this.say(error.message));
    } while (this.isBehind && !this.isClosed);
    this.isAsking = false;
    this.fetchTexts();
  }

  replaceIndex(index) {
    this.index = index;
    this.bodies.forget();
    this.headerPlace.replaceChildren(header(index));
    this.filterBar.offer(index);
    for (const set of [this.opened, this.expanded, this.closed]) for (const row of set) if (row >= index.length) set.delete(row);
    this.strip.setIndex(index);
    this.refreshRows();
    this.list.remake();
  }

  build(index) {
    this.index = index;
    const { labels } = index.meta;
    this.labels = labels;
    if (index.meta.language) this.root.lang = index.meta.language;
    this.headerPlace = h("div", "wbr-header-place", header(index));
    this.strip = new Strip(labels, { onJump: (row, isFinal) => this.jump(row, isFinal), matches: () => this.matches });
    this.filterBar = new FilterBar(labels, () => this.scheduleRows());
    this.live = attrs(h("div", "wbr-unseen"), { "aria-live": "polite" });
    this.bodies = new Bodies(this.transport, labels, {
      isWanted: (row) => this.opened.has(row) && this.list.element(row) !== null,
      onAction: (row, ...args) => this.action(row, ...args),
      onMount: (row, ...args) => this.mounter?.(...args),
      allow: index.meta.allow,
    });
    this.list = new VirtualList(ROW_HEIGHT, {
      make: (row) => this.makeRow(row),
      drop: (row, element) => this.dropRow(row, element),
      onDraw: (first, last) => this.drawn(first, last),
    });
    this.list.box.setAttribute("role", "presentation");
    this.list.sizer.setAttribute("role", "presentation");
    attrs(this.list.scroller, { role: "treegrid", "aria-label": labels["list.label"], "aria-readonly": "true" });
    this.empty = attrs(h("p", "wbr-quiet wbr-empty", labels["list.empty"]), { hidden: true });
    this.help = attrs(h("p", "wbr-help", labels["keys.help"]), {});
    this.root.replaceChildren(this.headerPlace, this.strip.element, this.filterBar.element, this.list.scroller, this.empty, this.help, this.live);
    this.filterBar.offer(index);
    this.listen();
    this.strip.setIndex(index);
    this.refreshRows();
  }

  // ------------------------------------------------------------------------------------------------ rows

  scheduleRows() {
    this.scheduled ??= requestAnimationFrame(() => {
      this.scheduled = null;
      this.refreshRows(true);
    });
  }

  /** Makes the list again from folds and filter. */
  refreshRows(isNewFilter = false) {
    const keeps = predicate(this.index, this.filterBar.filter);
    if (isNewFilter) this.closed.clear();
    if (keeps === null) {
      this.matches = null;
      this.list.setRows(unfolded(this.index, this.expanded), this.active);
      this.filterBar.tell(this.index.length, this.index.length);
    } else {
      const { rows, matches, count } = filtered(this.index, keeps, this.closed);
      this.matches = matches;
      this.list.setRows(rows, this.active);
      this.filterBar.tell(count, this.index.length);
    }
    if (isNewFilter) {
      this.list.remake();
      this.strip.redraw();
    }
    attrs(this.list.scroller, { "aria-rowcount": this.list.rows.length });
    this.empty.hidden = this.list.rows.length > 0;
  }

  isExpanded(row) {
    return this.matches === null ? this.expanded.has(row) : !this.closed.has(row);
  }

  makeRow(row) {
    const { index, labels } = this;
    const isOpen = this.opened.has(row);
    const hasChildren = index.hasChildren(row);
    const head = rowHead(index, row, { labels, isExpanded: hasChildren && this.isExpanded(row) });
    const element = h("div", "wbr-row", head);
    const classes = [`wbr-kind-${index.kindName(row)}`, isOpen && "wbr-open", row === this.active && "wbr-active"];
    classes.push(this.matches !== null && this.matches[row] === 0 && "wbr-context", index.depth[row] > 0 && "wbr-child");
    element.classList.add(...classes.filter(Boolean));
    attrs(element, {
      role: "row", tabindex: row === this.tabStop() ? "0" : "-1", "aria-level": index.depth[row] + 1,
      "aria-expanded": hasChildren ? String(this.isExpanded(row)) : String(isOpen), "aria-selected": String(row === this.active),
    });
    element.dataset.row = String(row);
    if (isOpen) element.append(this.bodyOf(row));
    return element;
  }

  bodyOf(row) {
    const body = attrs(h("div", "wbr-body", this.bodies.element(row)), { role: "gridcell" });
    body.style.marginLeft = `${Math.min(this.index.depth[row], 12) * 18}px`;
    body.dataset.row = String(row);
    this.bodySizes.observe(body);
    return body;
  }

  dropRow(row, element) {
    const body = element.querySelector(":scope > .wbr-body");
    if (body) this.bodySizes.unobserve(body);
  }

  bodiesResized(entries) {
    for (const { target } of entries) {
      const row = Number(target.dataset.row);
      if (target.isConnected && this.opened.has(row)) this.list.setHeight(row, target.offsetHeight);
    }
  }

  drawn(first, last) {
    const { rows } = this.list;
    if (rows.length === 0) return;
    const from = this.list.geometry.at(this.list.top);
    const to = this.list.geometry.at(this.list.top + Math.max(0, this.list.view - 1));
    this.strip.see(rows[from], rows[Math.min(to, rows.length - 1)]);
    this.refreshTabStop();
  }

  firstRow() {
    return this.list.rows.length === 0 ? 0 : this.list.rows[this.list.geometry.at(this.list.top)];
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

  // ------------------------------------------------------------------------------------------------ acts

  select(row, { focus = true, centre = false } = {}) {
    const was = this.active;
    this.active = row;
    for (const at of [was, row]) {
      const element = this.list.element(at);
      element?.classList.toggle("wbr-active", at === row);
      element?.setAttribute("aria-selected", String(at === row));
    }
    this.list.reveal(row, centre);
    this.refreshTabStop();
    const element = this.list.element(row);
    element?.classList.add("wbr-active");
    element?.setAttribute("aria-selected", "true");
    if (focus) element?.focus({ preventScroll: true });
    this.strip.point(row);
  }

  toggle(row) {
    if (this.opened.delete(row)) this.list.setHeight(row, null);
    else {
      this.opened.add(row);
      this.list.setHeight(row, this.list.heights.get(row) ?? BODY_GUESS);
    }
    this.list.remake([row]);
  }

  setExpanded(row, isOpen) {
    const set = this.matches === null ? this.expanded : this.closed;
    if (isOpen === (this.matches === null)) set.add(row);
    else set.delete(row);
    this.refreshRows();
    this.list.remake([row]);
  }

  /** Shows a row wherever it is: unfolds what is above it, and drops a filter that hides it. */
  goto(row) {
    if (this.matches !== null && this.list.geometry.position(row) < 0) this.filterBar.reset();
    for (let at = this.index.parent[row]; at >= 0; at = this.index.parent[at]) {
      if (this.matches === null) this.expanded.add(at);
      else this.closed.delete(at);
    }
    this.refreshRows();
    this.list.remake();
    this.select(row, { centre: true });
  }

  // While dragging, folded rows stay folded: the nearest row in the list stands for what is inside.
  jump(row, isFinal) {
    if (isFinal && this.matches === null && this.list.geometry.position(row) < 0) {
      const focus = this.root.ownerDocument.activeElement;
      this.goto(row);
      focus?.focus?.({ preventScroll: true });
      return;
    }
    const at = Math.max(0, place(this.list.rows, row));
    if (this.list.rows.length > 0) this.select(this.list.rows[at], { focus: false, centre: true });
  }

  move(by) {
    const { rows } = this.list;
    if (rows.length === 0) return;
    const at = this.active < 0 ? (by > 0 ? -1 : 0) : place(rows, this.active);
    this.select(rows[Math.max(0, Math.min(rows.length - 1, at + by))]);
  }

  /** The next or previous failure, also one that is folded away. */
  failure(by) {
    const { index } = this;
    const isHit = (row) => index.isRed(row) && (this.matches === null || this.matches[row] === 1);
    for (let row = this.active + by; row >= 0 && row < index.length; row += by) if (isHit(row)) return this.goto(row);
    this.tell(this.labels[by > 0 ? "failure.none-after" : "failure.none-before"]);
  }

  unfold(row) {
    if (this.index.hasChildren(row) && !this.isExpanded(row)) this.setExpanded(row, true);
    else if (this.index.hasChildren(row)) this.move(1);
    else if (!this.opened.has(row)) this.toggle(row);
  }

  fold(row) {
    if (this.opened.has(row) && !this.index.hasChildren(row)) this.toggle(row);
    else if (this.index.hasChildren(row) && this.isExpanded(row)) this.setExpanded(row, false);
    else if (this.index.parent[row] >= 0) this.select(this.index.parent[row]);
  }

  /** An action of a body: a place in this list, or something for the kernel. */
  async action(row, action) {
    if (action.startsWith("goto:")) return this.gotoKey(action.slice(5));
    try {
      const { answer, buffers } = await this.transport.request({ type: "act", row, action });
      if (buffers[0]?.byteLength) this.bodies.replace(row, JSON.parse(new TextDecoder().decode(buffers[0])));
      else if (row in answer.failed) this.tell(answer.failed[row]);
    } catch (error) {
      this.tell(error.message);
    }
  }

  gotoKey(key) {
    for (let row = 0; row < this.index.length; row++) if (this.index.text("keys", row) === key) return this.goto(row);
    this.tell(fill(this.labels["list.no-such-row"], { key }));
  }

  tell(text) {
    this.live.textContent = text;
  }

  say(text) {
    if (this.index) this.tell(text);
    else this.notice.textContent = text;
  }

  // ------------------------------------------------------------------------------------------------ input

  listen() {
    const { scroller } = this.list;
    const rowOf = (event) => {
      const element = event.target.closest?.(".wbr-row");
      return element && scroller.contains(element) ? Number(element.dataset.row) : -1;
    };
    scroller.addEventListener("click", (event) => {
      const row = rowOf(event);
      if (row < 0 || !event.target.closest(".wbr-head")) return;
      const isSelecting = !this.root.ownerDocument.getSelection().isCollapsed;
      if (isSelecting) return;
      const fold = event.target.closest(".wbr-fold:not(.wbr-fold-none)");
      this.select(row);
      if (fold) this.setExpanded(row, !this.isExpanded(row));
      else this.toggle(row);
    });
    scroller.addEventListener("focusin", (event) => {
      const row = rowOf(event);
      if (row >= 0 && row !== this.active) this.select(row, { focus: false });
    });
    const current = () => (this.active >= 0 ? this.active : this.firstRow());
    listenToKeys(this.root, scroller, {
      move: (by) => this.move(by),
      page: (by) => this.move(by * Math.max(1, Math.floor(this.list.view / ROW_HEIGHT) - 1)),
      end: (isLast) => this.list.rows.length > 0 && this.select(this.list.rows[isLast ? this.list.rows.length - 1 : 0]),
      toggle: () => this.toggle(current()),
      unfold: () => this.unfold(current()),
      fold: () => this.fold(current()),
      failure: (by) => this.failure(by),
      find: () => this.filterBar.text.focus(),
      escape: () => this.select(current()),
    });
    // Colours on the canvas are taken when it is drawn: draw again when the page turns dark or light.
    const dark = globalThis.matchMedia("(prefers-color-scheme: dark)");
    const redraw = () => this.strip.redraw();
    dark.addEventListener("change", redraw);
    const theme = new MutationObserver(redraw);
    theme.observe(document.body, { attributes: true, attributeFilter: ["class", "data-jp-theme-light", "data-jp-theme-name", "data-vscode-theme-kind"] });
    this.undo.push(() => dark.removeEventListener("change", redraw), () => theme.disconnect());
  }
}

