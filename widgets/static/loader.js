// Gets the index from the transport, and the changed part again when the kernel says that it changed.

import {RowIndex} from "./columns.js";
import {VERSION} from "./transport.js";

const FETCHERS = 3;
const PING = 5000;

export class Loader {
  /** `near()` is the row in sight; `onIndex(index, moved, start)` is given each new index, with the new numbers of the
   *  rows from `start` on; `onTexts(start, stop)` is told that the texts of some rows came; `onTrouble(error)` that
   *  something cannot be had. */
  constructor(transport, { near, onIndex, onTexts, onTrouble }) {
    Object.assign(this, { transport, near, onIndex, onTexts, onTrouble });
    this.index = null;
    this.revision = -1;
    this.pushes = 0;
    this.stale = 0;
    this.isClosed = false;
    transport.onPush = (change) => this.changed(change);
  }

  /** Resolves when all texts are here. */
  async load() {
    try {
      await this.hello();
      if (this.index?.meta.live) this.pinging = setInterval(() => this.ping().catch((error) => this.onTrouble(error)), PING);
      await this.fetchTexts();
    } catch (error) {
      this.onTrouble(error);
    }
  }

  close() {
    this.isClosed = true;
    clearInterval(this.pinging);
  }

  async hello() {
    const since = this.index === null ? 0 : this.stale;
    this.stale = Infinity;
    const { answer, buffers } = await this.transport.request({ type: "hello", v: VERSION, since });
    if (answer.v !== VERSION) throw new Error(`kernel and page speak different versions (${answer.v}, ${VERSION}): reload the page`);
    if (this.isClosed) return;
    const index = new RowIndex(answer.meta, answer.rows, answer.chunk, buffers[0], answer.since, this.index);
    answer.chunks.forEach(([start], i) => index.addChunk(start, buffers[i + 1]));
    const moved = this.index === null ? new Map() : movedRows(this.index, index, answer.since);
    this.revision = answer.revision;
    this.pushes = answer.n;
    this.index = index;
    this.onIndex(index, moved, answer.since);
  }

  /** Fetches the chunks that are missing, the nearest to the rows in sight first, a few at a time. */
  async fetchTexts() {
    const { index } = this;
    const taken = new Set();
    const next = () => index.missing(this.near()).find(([start]) => !taken.has(start));
    const fetcher = async () => {
      for (let gap = next(); gap && index === this.index && !this.isClosed; gap = next()) {
        const [start, stop] = gap;
        taken.add(start);
        const { answer, buffers } = await this.transport.request({ type: "index", start, stop });
        if (index !== this.index || answer.revision !== this.revision || this.isClosed) return;
        index.addChunk(start, buffers[0]);
        this.onTexts(start, stop);
      }
    };
    if (index !== null) await Promise.all(Array.from({ length: FETCHERS }, fetcher));
  }

  // A push says only from where on something is new. Their numbers show when one was lost: then all is asked for.
  changed(change) {
    if (this.index === null || change.n <= this.pushes) return;
    this.stale = change.n === this.pushes + 1 ? Math.min(this.stale, change.start) : 0;
    this.pushes = change.n;
    this.catchUp();
  }

  async ping() {
    const { answer } = await this.transport.request({ type: "ping" });
    if (answer.revision === this.revision || this.isAsking || this.isClosed) return;
    this.stale = 0;
    this.catchUp();
  }

  // What is pushed while we ask is made good by one more round afterwards.
  async catchUp() {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.stale !== Infinity && !this.isClosed) await this.hello();
      this.fetchTexts().catch((error) => this.onTrouble(error));
    } catch (error) {
      this.onTrouble(error);
    } finally {
      this.isAsking = false;
    }
  }
}

/** Old to new numbers of the rows from `start` on, by their keys. */
function movedRows(before, after, start) {
  const numbers = new Map();
  for (let row = start; row < after.length; row++) {
    const key = after.text("keys", row);
    if (key !== null) numbers.set(key, row);
  }
  const moved = new Map();
  for (let row = start; row < before.length; row++) {
    const now = numbers.get(before.text("keys", row));
    if (now !== undefined) moved.set(row, now);
  }
  return moved;
}
