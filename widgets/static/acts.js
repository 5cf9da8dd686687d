// What a reader does with the rows of a view.

import {say} from "./format.js";
import {BODY_GUESS} from "./rows.js";
import {sentenceOf} from "./transport.js";
import {place} from "./tree.js";

export class Acts {
  constructor(view) {
    this.view = view;
    // Rows from which a reader jumped elsewhere, the last one last.
    this.left = [];
  }

  /** The row that keys act on. */
  current() {
    return this.view.active >= 0 ? this.view.active : this.view.firstRow();
  }

  select(row, { focus = true, centre = false } = {}) {
    const { view } = this;
    const was = view.active;
    view.active = row;
    // What was said of another row holds no longer.
    if (row !== was) view.say("");
    view.list.reveal(row, centre);
    for (const at of [was, row]) {
      const element = view.list.element(at);
      element?.classList.toggle("wbr-active", at === row);
      element?.setAttribute("aria-selected", String(at === row));
    }
    view.refreshTabStop();
    if (focus) {
      const element = view.list.element(row);
      element?.focus({ preventScroll: true });
      // The list has brought the row into its own window; the page around it may have to move too.
      element?.querySelector(".wbr-head").scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    view.strip.point(row);
  }

  /** Opens or closes the body of a row. */
  toggle(row) {
    const { view } = this;
    if (view.opened.delete(row)) view.list.setHeight(row, null);
    else {
      view.opened.add(row);
      view.list.setHeight(row, BODY_GUESS);
    }
    view.list.renew((shown) => shown === row);
  }

  /** Shows or hides the rows below a row. */
  setExpanded(row, isExpanded) {
    const { view } = this;
    const isFiltered = view.matches !== null;
    const set = isFiltered ? view.closed : view.expanded;
    if (isExpanded !== isFiltered) set.add(row);
    else set.delete(row);
    view.refreshRows();
  }

  /** Shows a row wherever it is: unfolds what is above it, and drops a filter that hides it. */
  goto(row, options = {}) {
    const { view } = this;
    if (view.matches !== null && view.matches[row] === 0) {
      view.filterBar.reset();
      view.matches = null;
    }
    for (let at = view.index.parent[row]; at >= 0; at = view.index.parent[at]) {
      if (view.matches === null) view.expanded.add(at);
      else view.closed.delete(at);
    }
    view.refreshRows();
    this.select(row, { centre: true, ...options });
  }

  /** From the strip. While it is dragged folds stay as they are: the nearest row in the list stands for one inside. */
  jump(row, isFinal) {
    const { view } = this;
    const { rows } = view.list;
    if (isFinal && view.matches === null) this.goto(row, { focus: false });
    else if (rows.length > 0) this.select(rows[Math.max(0, place(rows, row))], { focus: false, centre: true });
  }

  move(by) {
    const { rows } = this.view.list;
    if (rows.length === 0) return;
    const at = this.view.active < 0 ? place(rows, this.view.firstRow()) - Math.sign(by) : place(rows, this.view.active);
    this.select(rows[Math.max(0, Math.min(rows.length - 1, at + by))]);
  }

  /** From the filter back to the rows: to the active one, or to the first in sight where a filter hides it. */
  leaveFilter() {
    const { view } = this;
    const { rows, geometry } = view.list;
    if (rows.length === 0) return view.filterBar.text.blur();
    const row = this.current();
    this.select(geometry.position(row) < 0 ? view.firstRow() : row);
  }

  end(isLast) {
    const { rows } = this.view.list;
    if (rows.length > 0) this.select(rows[isLast ? rows.length - 1 : 0]);
  }

  /** The next or previous failure, also one that is folded away. */
  failure(by) {
    const { index, matches, labels } = this.view;
    const isHit = (row) => index.isRed(row) && (matches === null || matches[row] === 1);
    for (let row = this.view.active + by; row >= 0 && row < index.length; row += by) if (isHit(row)) return this.goto(row);
    this.view.say(labels[by > 0 ? "failure.none-after" : "failure.none-before"]);
  }

  /** Right: unfold; where it is unfolded or has nothing below, a step inside. */
  unfold(row) {
    const { index, opened } = this.view;
    if (index.hasChildren(row) && !this.view.isExpanded(row)) this.setExpanded(row, true);
    else if (index.hasChildren(row)) this.move(1);
    else if (!opened.has(row)) this.toggle(row);
  }

  /** Left: fold; where it is folded, a step up. */
  fold(row) {
    const { index, opened } = this.view;
    if (index.hasChildren(row) && this.view.isExpanded(row)) this.setExpanded(row, false);
    else if (opened.has(row)) this.toggle(row);
    else if (index.parent[row] >= 0) this.select(index.parent[row]);
  }

  /** An action of a body: a place in this list (`goto:` and a row's key, `open:` and a session's id), or something for
   *  the kernel. */
  async action(row, action) {
    const { view } = this;
    const [verb, target] = [action.slice(0, action.indexOf(":")), action.slice(action.indexOf(":") + 1)];
    if (verb === "goto") return this.gotoKey((key) => key === target, target, row);
    if (verb === "open") return this.gotoKey((key) => key.startsWith(`${target}/`), target, row);
    try {
      const { answer, buffers } = await view.transport.request({ type: "act", row, action });
      if (row in answer.failed) view.say(answer.failed[row]);
      else if (buffers[0]?.byteLength) view.bodies.replace(row, buffers[0]);
    } catch (error) {
      view.say(sentenceOf(view.labels, error));
    }
  }

  gotoKey(isMeant, name, from) {
    const { index, labels } = this.view;
    let row = 0;
    while (row < index.length && !isMeant(index.text("keys", row) ?? "")) row += 1;
    if (row === index.length) return this.view.say(say(labels, "list.no-such-row", { key: name }));
    this.left.push(from);
    this.goto(row);
    this.view.say(labels["list.jumped"]);
  }

  /** To the row from which the reader jumped last. */
  back() {
    const row = this.left.pop();
    if (row === undefined || row >= this.view.index.length) return this.view.say(this.view.labels["list.nowhere-back"]);
    this.goto(row);
    this.view.say("");
  }
}
