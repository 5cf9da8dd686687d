// The keyboard of the list. Letters work from anywhere in the widget except where one types.

/** Listens on the widget's root; `does` has {move(by), end(isLast), page(by), toggle, unfold, fold, failure(by), find, back, escape}. */
export function listenToKeys(root, list, does) {
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    const isTyping = target.matches("input:not([type=checkbox]), textarea, select") || target.isContentEditable;
    if (isTyping) {
      if (event.key === "Escape" || (event.key === "ArrowDown" && target.matches("input"))) act(event, does.escape);
      return;
    }
    const always = { j: () => does.move(1), k: () => does.move(-1), "[": () => does.failure(-1), "]": () => does.failure(1), "/": does.find, b: does.back };
    if (event.key in always) return act(event, always[event.key]);
    if (!target.matches('[role="row"]') || !list.contains(target)) return;
    const onRow = {
      ArrowDown: () => does.move(1), ArrowUp: () => does.move(-1), PageDown: () => does.page(1), PageUp: () => does.page(-1),
      Home: () => does.end(false), End: () => does.end(true), Enter: does.toggle, " ": does.toggle,
      ArrowRight: does.unfold, ArrowLeft: does.fold,
    };
    if (event.key in onRow) act(event, onRow[event.key]);
  });
}

// JupyterLab listens on the document: in command mode a plain letter inserts or deletes a cell. The mark that it honours
// is set only for plain keys, so that its own chords (save, command palette) still work from inside; and on the element
// that has the focus as well, since its shortcuts are for `:focus`, which is looked for from there upwards.
export function keepLabFromPlainKeys(root) {
  const mark = (event) => {
    const [target] = event.composedPath();
    if (!root.contains(target)) return;
    for (const element of [root, target]) {
      if (event.ctrlKey || event.metaKey || event.altKey) element.removeAttribute("data-lm-suppress-shortcuts");
      else element.setAttribute("data-lm-suppress-shortcuts", "true");
    }
  };
  globalThis.addEventListener("keydown", mark, true);
  return () => globalThis.removeEventListener("keydown", mark, true);
}

function act(event, action) {
  event.preventDefault();
  event.stopPropagation();
  action();
}
