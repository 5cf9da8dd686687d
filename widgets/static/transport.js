// Questions and answers (`widgets/protocol.py`), over the kernel's comm or out of data in the page: the same request().

export const VERSION = 1;
const NO_KERNEL = "no kernel";
const KERNEL_GONE = "kernel gone";
const SENTENCES = { [NO_KERNEL]: "body.no-kernel", [KERNEL_GONE]: "kernel.gone" };
// Said where no label has come yet.
const BEFORE_LABELS = { [KERNEL_GONE]: "The kernel is gone: start it and run the cell again." };

/** What to tell a reader of a question that failed; `labels` may not be here yet. */
export function sentenceOf(labels, error) {
  return labels?.[SENTENCES[error.message]] ?? BEFORE_LABELS[error.message] ?? error.message;
}

// An unanswered question is asked again after these pauses, then at the last one for ever: front ends drop messages
// silently above a rate, and some hold them back while a cell runs. Answering twice is harmless.
const PAUSES = [2000, 4000, 10000, 30000];

/** Asks the kernel through a widget's model. Answers reach every view of the model: each takes its own ids. */
export class CommTransport {
  constructor(model) {
    this.model = model;
    this.prefix = Math.random().toString(36).slice(2, 10);
    this.count = 0;
    this.waiting = new Map();
    this.onPush = null;
    this.onSilence = null;
    this.listener = (content, buffers) => this.take(content, buffers);
    model.on("msg:custom", this.listener);
  }

  /** Sends a question; the promise gives {answer, buffers}, or fails with the kernel's sentence. */
  request(question) {
    const id = `${this.prefix}:${++this.count}`;
    return new Promise((resolve, reject) => {
      const entry = { question: { ...question, id }, resolve, reject, tries: 0, timer: 0 };
      this.waiting.set(id, entry);
      this.send(entry);
    });
  }

  close() {
    this.model.off("msg:custom", this.listener);
    for (const entry of this.waiting.values()) clearTimeout(entry.timer);
    this.waiting.clear();
  }

  send(entry) {
    try {
      this.model.send(entry.question);
    } catch {
      // The kernel is gone: nobody will ever answer.
      this.waiting.delete(entry.question.id);
      entry.reject(new Error(KERNEL_GONE));
      return;
    }
    const pause = PAUSES[Math.min(entry.tries, PAUSES.length - 1)];
    entry.tries += 1;
    entry.timer = setTimeout(() => {
      this.onSilence?.();
      this.send(entry);
    }, pause);
  }

  take(content, buffers) {
    if (content.id === undefined) {
      if (content.type === "changed") this.onPush?.(content);
      return;
    }
    const entry = this.waiting.get(content.id);
    if (entry === undefined) return;
    this.waiting.delete(content.id);
    clearTimeout(entry.timer);
    if (content.type === "error") entry.reject(new Error(content.message));
    else entry.resolve({ answer: content, buffers: buffers ?? [] });
  }
}

/** Answers out of the data that `widgets/embedded.py` writes: base64 of gzip, unpacked when it is first needed. */
export class EmbeddedTransport {
  constructor(data) {
    this.data = data;
    this.groups = new Map();
    this.onPush = null;
    this.onSilence = null;
  }

  async request(question) {
    const { data } = this;
    if (data.v !== VERSION) throw new Error(`data of version ${data.v} cannot be shown by this script`);
    if (question.type === "hello") {
      const meta = JSON.parse(new TextDecoder().decode(await inflate(data.meta)));
      const ends = data.rows === 0 ? [] : [...new Set([0, data.chunks.length - 1])];
      const buffers = await Promise.all([inflate(data.head), ...ends.map((i) => inflate(data.chunks[i]))]);
      const chunks = ends.map((i) => this.bounds(i));
      return { answer: { type: "welcome", v: data.v, meta, rows: data.rows, since: 0, chunk: data.chunk, chunks, revision: 0, n: 0 }, buffers };
    }
    if (question.type === "index") {
      return { answer: { ...question, revision: 0 }, buffers: [await inflate(data.chunks[question.start / data.chunk])] };
    }
    if (question.type === "body") return this.bodies(question.rows);
    throw new Error(NO_KERNEL);
  }

  close() {
    this.groups.clear();
  }

  bounds(i) {
    return [i * this.data.chunk, Math.min(this.data.rows, (i + 1) * this.data.chunk)];
  }

  async bodies(rows) {
    const buffers = [];
    for (const row of rows) {
      const group = Math.floor(row / this.data.group);
      if (!this.groups.has(group)) this.groups.set(group, inflate(this.data.bodies[group]).then(splitGroup));
      buffers.push((await this.groups.get(group))[row % this.data.group]);
    }
    return { answer: { type: "body", rows, failed: {}, highlight: true, revision: 0 }, buffers };
  }
}

// A group of bodies: u32 count, u32 lengths, then the bytes.
function splitGroup(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const parts = [];
  let at = 4 + 4 * count;
  for (let i = 0; i < count; i++) {
    const size = view.getUint32(4 + 4 * i, true);
    parts.push(bytes.subarray(at, at + size));
    at += size;
  }
  return parts;
}

async function inflate(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
