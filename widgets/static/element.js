// The one module that turns an element tree into DOM: createElement and text nodes, nothing is ever parsed as markup.
// A patch changes in place what differs, so that open folds, the selection, the scroll and the focus stay.

import {expand} from "./element-blocks.js";
import {Rules, children, clean} from "./element-rules.js";
import {holdSelection} from "./element-selection.js";

const MOUNT = "data-wb-mount";
const ACTION = "data-wb-action";
const rulesOf = new WeakMap();
const hosts = new WeakMap();

/** Builds nodes inside an empty host, or one that was mounted before.
 *
 * `allow` is Python's allow-list. `onAction(name, element, event)` is told of a click, or of Enter or the space bar, on
 * an element with an action. `onMount(place, modelId)` fills the place of a live widget and may return a function that
 * takes it away again. `nodes` is one node or an array of nodes. */
export function mount(host, nodes, { allow, onAction = null, onMount = null }) {
  unmount(host);
  const view = { rules: rules(allow), tree: [], onAction, onMount, places: new Map() };
  hosts.set(host, view);
  host.addEventListener("click", clicked);
  host.addEventListener("keydown", pressed);
  view.tree = build(view.rules, nodes);
  place(host, view.tree.map((node) => create(view, node)));
}

/** Brings a mounted host to other nodes. Handlers that are not given stay. */
export function patch(host, nodes, { onAction, onMount } = {}) {
  const view = hosts.get(host);
  if (view === undefined) throw new Error("patch needs a host that was mounted");
  if (onAction !== undefined) view.onAction = onAction;
  if (onMount !== undefined) view.onMount = onMount;
  const restore = holdSelection(host);
  const tree = build(view.rules, nodes);
  patchChildren(view, host, view.tree, tree);
  view.tree = tree;
  restore();
}

/** Empties a host, takes its live widgets away and stops listening. */
export function unmount(host) {
  const view = hosts.get(host);
  if (view === undefined) return;
  hosts.delete(host);
  host.removeEventListener("click", clicked);
  host.removeEventListener("keydown", pressed);
  for (const away of view.places.values()) away?.();
  host.replaceChildren();
}

function rules(allow) {
  if (!rulesOf.has(allow)) rulesOf.set(allow, new Rules(allow));
  return rulesOf.get(allow);
}

// ---- from nodes to what is written: {tag, attrs, key, children, dom} and {text, dom}

function build(given, nodes) {
  const out = [];
  for (const node of Array.isArray(nodes) ? nodes : [nodes]) write(given, node, "", 0, 0, out);
  return out;
}

function write(given, node, parent, inside, depth, out) {
  if (typeof node === "string") {
    if (node === "") return;
    const text = clean(node);
    if (out.at(-1)?.text !== undefined) out.at(-1).text += text;
    else out.push({ text, dom: null });
    return;
  }
  const element = node.b === undefined ? node : expand(node, given.styles);
  if (element === null) return;
  if (depth >= given.depth) {
    for (const child of children(element)) write(given, child, parent, inside, depth, out);
    return;
  }
  const tag = given.placed(element, parent, inside, depth);
  const made = { tag, attrs: given.attributes(element, tag), key: element.k ?? null, children: [], dom: null };
  out.push(made);
  if (given.empty.has(tag)) return;
  const within = given.entered(tag, inside);
  for (const child of children(element)) write(given, child, tag, within, depth + 1, made.children);
  if (element.t === "img") write(given, element.a?.alt ?? "", tag, within, depth + 1, made.children);
}

// ---- DOM

function create(view, node) {
  if (node.text !== undefined) {
    node.dom = document.createTextNode(node.text);
    return node.dom;
  }
  node.dom = document.createElement(node.tag);
  for (const [name, value] of node.attrs) setAttribute(node.dom, name, value);
  place(node.dom, node.children.map((child) => create(view, child)));
  if (node.attrs.has(MOUNT)) view.places.set(node.dom, view.onMount?.(node.dom, node.attrs.get(MOUNT)) ?? null);
  return node.dom;
}

function place(parent, made) {
  for (const child of made) parent.appendChild(child);
}

/** Our variables are set one by one, which a page's content policy allows where it forbids style attributes. */
function setAttribute(element, name, value) {
  if (name !== "style") {
    element.setAttribute(name, value);
    return;
  }
  removeAttribute(element, name);
  for (const declaration of value.split(";")) {
    const [variable, content] = declaration.split(": ");
    if (content !== undefined) element.style.setProperty(variable.trim(), content);
  }
}

function removeAttribute(element, name) {
  // Chromium leaves an empty attribute behind if variables were set and nobody has read them since.
  if (name === "style") element.getAttribute(name);
  element.removeAttribute(name);
}

function patchNode(view, before, after) {
  after.dom = before.dom;
  if (after.text !== undefined) {
    if (before.text !== after.text) replaceText(after.dom, before.text, after.text);
    return;
  }
  for (const [name, value] of after.attrs) if (before.attrs.get(name) !== value && name !== "open") setAttribute(after.dom, name, value);
  for (const name of before.attrs.keys()) if (!after.attrs.has(name) && name !== "open") removeAttribute(after.dom, name);
  if (!after.attrs.has(MOUNT)) patchChildren(view, after.dom, before.children, after.children);
}

/** Changes only what differs between two texts: a selection outside of it stays. */
function replaceText(dom, before, after) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail += 1;
  dom.replaceData(head, before.length - tail - head, after.slice(head, after.length - tail));
}

function patchChildren(view, parent, before, after) {
  const found = matched(before, after);
  const kept = new Set(found.filter(Boolean));
  for (const old of before) if (!kept.has(old)) remove(view, old);
  let next = null;
  for (let i = after.length - 1; i >= 0; i -= 1) {
    if (found[i]) patchNode(view, found[i], after[i]);
    else create(view, after[i]);
    const { dom } = after[i];
    if (dom.parentNode !== parent || dom.nextSibling !== next) move(parent, dom, next);
    next = dom;
  }
}

function move(parent, dom, next) {
  if (dom.isConnected && parent.moveBefore) parent.moveBefore(dom, next);
  else parent.insertBefore(dom, next);
}

function remove(view, node) {
  for (const [dom, away] of view.places) {
    if (!node.dom.contains(dom)) continue;
    view.places.delete(dom);
    away?.();
  }
  node.dom.remove();
}

/** For each new node the old one it goes on with, or undefined: by key, else the next one that looks alike, else the
 * next one with the same tag. */
function matched(before, after) {
  const found = new Array(after.length);
  const taken = new Set();
  for (const name of [byKey, byLook, byTag]) {
    const waiting = new Map();
    for (const old of before) {
      if (taken.has(old)) continue;
      const sign = name(old);
      if (sign === null) continue;
      if (waiting.has(sign)) waiting.get(sign).push(old);
      else waiting.set(sign, [old]);
    }
    for (const queue of waiting.values()) queue.reverse();
    after.forEach((node, i) => {
      const old = found[i] === undefined ? waiting.get(name(node))?.pop() : undefined;
      if (old === undefined) return;
      found[i] = old;
      taken.add(old);
    });
  }
  return found;
}

function byKey(node) {
  return (node.key ?? null) === null ? null : `${node.tag} ${node.key}`;
}

/** A fold looks like another one if its summary says the same. */
function byLook(node) {
  if (node.text !== undefined) return "text";
  if (byKey(node) !== null) return null;
  return `${byTag(node)} ${node.attrs.get("class") ?? ""} ${node.tag === "details" ? texts(node.children[0]) : ""}`;
}

function byTag(node) {
  if (node.text !== undefined) return "text";
  return byKey(node) === null ? `${node.tag} ${node.attrs.get(MOUNT) ?? ""}` : null;
}

function texts(node) {
  return node === undefined ? "" : (node.text ?? node.children.map(texts).join(""));
}

// ---- actions

function clicked(event) {
  tell(event, event.target.closest?.(`[${ACTION}]`));
}

function pressed(event) {
  const { target } = event;
  if ((event.key !== "Enter" && event.key !== " ") || !target.hasAttribute(ACTION)) return;
  // A button, a link and a summary make a click of these keys by themselves.
  if (["BUTTON", "A", "SUMMARY"].includes(target.tagName)) return;
  event.preventDefault();
  tell(event, target);
}

function tell(event, element) {
  const host = event.currentTarget;
  if (!element || !host.contains(element)) return;
  event.stopPropagation();
  hosts.get(host)?.onAction?.(element.getAttribute(ACTION), element, event);
}
