// Bodies of opened rows: asked for in batches, text first and highlighting afterwards, kept for a while.

import {h} from "./dom.js";
import {mount, patch, unmount} from "./element.js";
import {say} from "./format.js";
import {sentenceOf} from "./transport.js";

const BATCH = 8;
const IN_FLIGHT = 2;
const KEPT = 96;
const UTF8 = new TextDecoder();

export class Bodies {
  /** `isWanted(row)` is asked before a question is sent: what was scrolled away is not asked for. */
  constructor(transport, labels, { isWanted, onAction, onMount, allow }) {
    this.transport = transport;
    this.labels = labels;
    this.isWanted = isWanted;
    this.handlers = (body) => ({
      allow,
      onAction: (action) => onAction(body.row, action),
      onMount: (place, modelId) => {
        body.isLive = true;
        return onMount(place, modelId);
      },
    });
    this.kept = new Map();
    this.queue = [];
    this.inFlight = 0;
    this.revision = 0;
  }

  /** The element of a row's body: kept from before, or one that fills when the answer comes. */
  element(row) {
    let body = this.kept.get(row);
    if (body === undefined) {
      body = { row, element: h("div", "wbr-body-content"), state: "new", isMounted: false, isLive: false };
      body.element.setAttribute("aria-busy", "true");
      setTimeout(() => body.state === "new" && body.element.append(h("p", "wbr-quiet", this.labels["body.loading"])), 150);
      this.ask(row, false);
    } else if (body.state === "new" && !this.queue.some((entry) => entry.row === row)) {
      this.ask(row, false);
    }
    this.kept.delete(row);
    this.kept.set(row, body);
    this.trim();
    return body.element;
  }

  /** The row's element left the document: live widgets in it are taken away, and made again when it comes back. */
  leave(row) {
    if (this.kept.get(row)?.isLive) this.forget(row);
  }

  /** Rows got other numbers (−1: gone). Those from `start` on changed: what is open is asked for again and patched in
   *  place, what is not is forgotten. */
  renumber(number, start) {
    const numbered = [...this.kept.values()].map((body) => [number(body.row), body]);
    const isKept = ([row, body]) => row >= 0 && (row < start || body.element.isConnected);
    for (const [, body] of numbered.filter((entry) => !isKept(entry))) unmount(body.element);
    this.kept = new Map(numbered.filter(isKept));
    this.revision += 1;
    this.queue = [];
    for (const [row, body] of this.kept) {
      body.row = row;
      if (row >= start || body.state === "new") this.ask(row, false);
    }
  }

  /** Puts the nodes that an action returned into a body. */
  replace(row, buffer) {
    const body = this.kept.get(row);
    if (body !== undefined) this.show(body, parse(buffer));
  }

  close() {
    clearTimeout(this.pumping);
    this.queue = [];
    for (const row of [...this.kept.keys()]) this.forget(row);
  }

  forget(row) {
    unmount(this.kept.get(row).element);
    this.kept.delete(row);
  }

  ask(row, highlight) {
    this.queue.push({ row, highlight });
    // One turn of the event loop, so that rows opened together are asked for together.
    this.pumping ??= setTimeout(() => {
      this.pumping = null;
      this.pump();
    });
  }

  pump() {
    this.queue = this.queue.filter((entry) => this.isWanted(entry.row));
    // All texts come before any highlighting.
    const highlight = !this.queue.some((entry) => !entry.highlight);
    while (this.inFlight < IN_FLIGHT && this.queue.length > 0) {
      const batch = this.queue.filter((entry) => entry.highlight === highlight).slice(0, highlight ? 1 : BATCH);
      if (batch.length === 0) return;
      this.queue = this.queue.filter((entry) => !batch.includes(entry));
      this.send(batch.map((entry) => entry.row), highlight);
    }
  }

  async send(rows, highlight) {
    this.inFlight += 1;
    const { revision } = this;
    try {
      const { answer, buffers } = await this.transport.request({ type: "body", rows, highlight });
      if (revision === this.revision) {
        answer.rows.forEach((row, i) => this.fill(row, answer, buffers[i]));
        for (const row of rows) if (!answer.rows.includes(row)) this.ask(row, highlight);
      }
    } catch (error) {
      for (const row of rows) this.failed(row, sentenceOf(this.labels, error));
    } finally {
      this.inFlight -= 1;
      this.pump();
    }
  }

  fill(row, answer, buffer) {
    const body = this.kept.get(row);
    if (body === undefined) return;
    if (row in answer.failed) {
      if (body.state === "new") this.failed(row, answer.failed[row]);
      return;
    }
    if (buffer.byteLength === 0) {
      this.tell(body, this.labels["body.left-out"]);
      return;
    }
    const nodes = parse(buffer);
    this.show(body, nodes);
    if (!answer.highlight && hasPlainCode(nodes)) this.ask(row, true);
  }

  show(body, nodes) {
    body.state = "text";
    body.element.removeAttribute("aria-busy");
    if (body.isMounted) {
      patch(body.element, nodes, this.handlers(body));
      return;
    }
    body.element.replaceChildren();
    mount(body.element, nodes, this.handlers(body));
    body.isMounted = true;
  }

  failed(row, message) {
    const body = this.kept.get(row);
    if (body !== undefined && body.state === "new") this.tell(body, say(this.labels, "body.failed", { message }));
  }

  tell(body, text) {
    body.state = "text";
    body.isMounted = false;
    unmount(body.element);
    body.element.removeAttribute("aria-busy");
    body.element.replaceChildren(h("p", "wbr-quiet", text));
  }

  trim() {
    for (const [row, body] of this.kept) {
      if (this.kept.size <= KEPT) return;
      if (!body.element.isConnected && !this.isWanted(row)) this.forget(row);
    }
  }
}

function parse(buffer) {
  return JSON.parse(UTF8.decode(buffer));
}

/** Is there code whose language is known but which has no colours yet? */
function hasPlainCode(node) {
  if (Array.isArray(node)) return node.some(hasPlainCode);
  if (node === null || typeof node !== "object") return false;
  if (node.b === "code") return Boolean(node.lang) && !(node.runs && node.runs.length > 0);
  return Object.values(node).some((member) => typeof member === "object" && hasPlainCode(member));
}
