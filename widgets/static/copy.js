// A button on each block of source, output, changes, and on a command or a message, that copies it as plain text: without
// line numbers and signs.
//
// The button is no part of the tree: it stands in a place of its own beside the mounted nodes, so that the DOM stays the
// one that the page writer's HTML gives, and moves to the block that is pointed at or focused.

import {attrs, h} from "./dom.js";

const BLOCKS = ".wb-code, .wb-terminal, .wb-diff, .wb-prompt, .wb-plain, .wb-prose";
const REST = ".wb-more";
const SAID = 1600;

/** Offers copying for the blocks below an element; gives back a function that stops it. */
export function offerCopy(root, labels) {
  const button = attrs(h("button", "wbr-copy"), { type: "button", hidden: true, title: labels["copy.keys"], "aria-live": "polite" });
  let block = null;
  let saying = 0;
  let frame = 0;

  // The list moves its rows without scrolling, too, so the button is put in its place with every frame while it is seen.
  const place = () => {
    if (block === null) return;
    if (!block.isConnected) {
      block = null;
      button.hidden = true;
      return;
    }
    const at = block.getBoundingClientRect();
    const around = root.getBoundingClientRect();
    button.style.setProperty("--wbr-top", `${Math.max(at.top, visibleTop(block, root)) - around.top + 4}px`);
    button.style.setProperty("--wbr-right", `${Math.max(around.right - at.right, 0) + 8}px`);
    frame = requestAnimationFrame(place);
  };
  const leave = () => {
    if (button.contains(document.activeElement) || button.matches(":hover")) return;
    block = null;
    button.hidden = true;
  };
  const meet = (event) => {
    if (button.contains(event.target)) return;
    const found = event.target.closest?.(BLOCKS) ?? null;
    if (found === block) return;
    if (found === null || !root.contains(found)) return leave();
    block = found;
    clearTimeout(saying);
    button.textContent = word();
    button.hidden = false;
    cancelAnimationFrame(frame);
    place();
  };
  // Where the block is only the head or the tail of a longer text, the button says that it copies a part.
  const word = () => {
    const isPart = [block?.previousElementSibling, block?.nextElementSibling].some((beside) => beside?.matches(REST));
    return labels[isPart ? "copy.part" : "copy.label"];
  };
  const pressed = (event) => {
    if (event.key !== "c" || event.ctrlKey || event.metaKey || event.altKey || !event.target.closest?.(BLOCKS)) return;
    event.preventDefault();
    event.stopPropagation();
    meet(event);
    copy();
  };
  const copy = async (event) => {
    if (block === null) return;
    // The pointer goes on; only a reader who came by the keyboard keeps the focus here.
    if (event?.detail > 0) button.blur();
    const isDone = await write(plainText(block), root);
    button.textContent = labels[isDone ? "copy.done" : "copy.failed"];
    clearTimeout(saying);
    saying = setTimeout(() => (button.textContent = word()), SAID);
  };
  const drop = (event) => {
    if (!root.contains(event.relatedTarget)) leave();
  };

  root.append(button);
  // The key is told on the way down: the list's own keys are not to take it.
  const told = [["pointerover", meet], ["focusin", meet], ["pointerleave", drop], ["focusout", drop], ["keydown", pressed]];
  for (const [name, listener] of told) root.addEventListener(name, listener, name === "keydown");
  button.addEventListener("click", copy);
  return () => {
    clearTimeout(saying);
    for (const [name, listener] of told) root.removeEventListener(name, listener, name === "keydown");
    cancelAnimationFrame(frame);
    button.remove();
  };
}

/** The text of a block as it would stand in a file: of a diff the lines behind their signs. */
export function plainText(block) {
  if (block.matches(".wb-diff")) {
    const lines = [...block.querySelectorAll(".wb-line")];
    return lines.map((line) => `${line.querySelector(".wb-sign")?.textContent ?? " "}${line.querySelector(".wb-source")?.textContent ?? ""}`).join("\n");
  }
  if (block.matches(".wb-prompt")) return [...block.querySelectorAll(".wb-command")].map((line) => line.textContent).join("\n");
  if (block.matches(".wb-prose")) return block.innerText;
  return (block.querySelector(".wb-source, samp") ?? block).textContent;
}

async function write(text, root) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return byCommand(text, root);
  }
}

// Pages without a secure origin have no clipboard object, some frames may not use it; the old command still works there.
function byCommand(text, root) {
  const field = attrs(h("textarea", "wbr-copied"), { readonly: "", "aria-hidden": "true", tabindex: "-1" });
  const before = document.activeElement;
  field.value = text;
  root.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    before?.focus?.({ preventScroll: true });
  }
}

function visibleTop(block, root) {
  const scroller = block.closest(".wbr-scroller") ?? root;
  return scroller.getBoundingClientRect().top;
}
