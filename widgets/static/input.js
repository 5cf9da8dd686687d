// Pointer, keyboard and theme: what comes from outside into a view.

import {listenToKeys} from "./keys.js";
import {ROW_HEIGHT} from "./rows.js";

const THEME = ["class", "data-jp-theme-light", "data-jp-theme-name", "data-vscode-theme-kind"];
const REPAINTS = [0, 200, 1000];

/** Listens for a view; returns what to do when it goes. */
export function listen(view) {
  const { acts, list, root } = view;
  const rowOf = (event) => {
    const element = event.target.closest?.(".wbr-row");
    return element && list.scroller.contains(element) ? Number(element.dataset.row) : -1;
  };
  list.scroller.addEventListener("click", (event) => {
    const row = rowOf(event);
    if (row < 0 || !event.target.closest(".wbr-head")) return;
    // The end of a drag that selects text is a click as well.
    const selection = root.ownerDocument.getSelection();
    if (!selection.isCollapsed && event.target.closest(".wbr-row").contains(selection.anchorNode)) return;
    const isFold = event.target.closest(".wbr-fold:not(.wbr-fold-none)") !== null;
    acts.select(row);
    if (isFold) acts.setExpanded(row, !view.isExpanded(row));
    else acts.toggle(row);
  });
  list.scroller.addEventListener("focusin", (event) => {
    const row = rowOf(event);
    if (row >= 0 && row !== view.active) acts.select(row, { focus: false });
  });
  listenToKeys(root, list.scroller, {
    move: (by) => acts.move(by),
    page: (by) => acts.move(by * Math.max(1, Math.floor(list.view / ROW_HEIGHT) - 1)),
    end: (isLast) => acts.end(isLast),
    toggle: () => acts.toggle(acts.current()),
    unfold: () => acts.unfold(acts.current()),
    fold: () => acts.fold(acts.current()),
    failure: (by) => acts.failure(by),
    back: () => acts.back(),
    find: () => view.filterBar.text.focus(),
    escape: () => acts.leaveFilter(),
  });
  // The canvas takes its colours when it is drawn: draw again when the page turns dark or light. A notebook hides
  // itself while it loads a theme, hence more than once.
  const timers = new Set();
  const redraw = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
    for (const pause of REPAINTS) timers.add(setTimeout(() => view.strip.redraw(), pause));
  };
  const dark = globalThis.matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", redraw);
  const theme = new MutationObserver(redraw);
  for (const place of [document.documentElement, document.body]) theme.observe(place, { attributes: true, attributeFilter: THEME });
  return () => {
    for (const timer of timers) clearTimeout(timer);
    dark.removeEventListener("change", redraw);
    theme.disconnect();
  };
}
