// Keeps the reader's selection across a patch that rebuilds the text nodes it stands in, as highlighting does.

/** Notes where the selection stands inside of a host; returns a function that puts it back if it was lost. */
export function holdSelection(host) {
  const selection = host.getRootNode().getSelection?.() ?? document.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return () => {};
  const ends = [
    [selection.anchorNode, selection.anchorOffset],
    [selection.focusNode, selection.focusOffset],
  ];
  if (!ends.every(([node]) => host.contains(node))) return () => {};
  const text = selection.toString();
  const marks = ends.map(([node, offset]) => trail(host, node, offset));
  return () => {
    if (selection.toString() === text) return;
    const found = marks.map(locate);
    if (found.every(Boolean)) selection.setBaseAndExtent(...found[0], ...found[1]);
  };
}

/** The elements around a point, the innermost first, each with how many characters of its text come before the point. */
function trail(host, node, offset) {
  const around = [];
  const range = document.createRange();
  range.setEnd(node, offset);
  for (let outer = node.nodeType === Node.TEXT_NODE ? node.parentNode : node; outer; outer = outer.parentNode) {
    range.setStart(outer, 0);
    around.push([outer, range.toString().length, outer.textContent.length]);
    if (outer === host) break;
  }
  return around;
}

/** The point again: in the innermost element that is still there and still has that much text. */
function locate(around) {
  const kept = around.find(([outer, before]) => outer.isConnected && outer.textContent.length >= before);
  if (kept === undefined) return null;
  const [outer, before] = kept;
  const walker = document.createTreeWalker(outer, NodeFilter.SHOW_TEXT);
  let left = before;
  while (walker.nextNode()) {
    const { length } = walker.currentNode;
    if (left <= length) return [walker.currentNode, left];
    left -= length;
  }
  return [outer, outer.childNodes.length];
}
