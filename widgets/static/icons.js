// Line drawings, 16 by 16, stroked in the colour of the text. One for each kind of row, kind of action, and status.

import {drawing} from "./dom.js";

const CIRCLE = "M13.5 8a5.5 5.5 0 1 1-11 0a5.5 5.5 0 1 1 11 0z";
const PAGE = "M4 2.5h5.2L12 5.3v8.2H4z M6.2 7.5h3.6 M6.2 10h3.6";
const PENCIL = "M3 13l.7-2.9L10.6 3.2l2.2 2.2L5.9 12.3z M9.2 4.6l2.2 2.2";
const PROMPT = "M2.5 3.5h11v9h-11z M5 6.3l1.9 1.7L5 9.7 M8.3 10h2.7";
const GLOBE = `${CIRCLE} M2.5 8h11 M8 2.5c-3 3-3 8 0 11c3-3 3-8 0-11`;
const LENS = "M11 7a4 4 0 1 1-8 0a4 4 0 1 1 8 0z M10 10l3.4 3.4";

const KINDS = {
  terminal: PROMPT,
  diff: PENCIL,
  search: LENS,
  read: PAGE,
  web: GLOBE,
  code: "M5.5 4.5L2 8l3.5 3.5 M10.5 4.5L14 8l-3.5 3.5",
  subagent: "M4 5.5v2.6a2.4 2.4 0 0 0 2.4 2.4h3.1 M5.5 4a1.5 1.5 0 1 1-3 0a1.5 1.5 0 1 1 3 0z M12.5 10.5a1.5 1.5 0 1 1-3 0a1.5 1.5 0 1 1 3 0z",
  progress: "M2.5 4h5 M5.5 8h6 M9 12h4.5",
  job: `${CIRCLE} M8 5v3.2l2.2 1.3`,
  todo: "M2.3 4.6l1.2 1.2 2.1-2.3 M8 4.7h5.7 M2.3 10.8l1.2 1.2 2.1-2.3 M8 11h5.7",
  question: `${CIRCLE} M6.3 6.4a1.7 1.7 0 1 1 2.5 1.5c-.6.3-.8.6-.8 1.2 M8 11v.2`,
  approval: "M8 2.3l4.5 1.6v3.6c0 3-1.9 4.9-4.5 6c-2.6-1.1-4.5-3-4.5-6V3.9z M6 7.8l1.5 1.5 2.6-2.8",
  list: "M2.6 4h.2 M5.5 4h8 M2.6 8h.2 M5.5 8h8 M2.6 12h.2 M5.5 12h8",
  media: "M2.5 3.5h11v9h-11z M2.5 11l3-3 2.4 2.4 2-2 3.6 3.4 M10.8 6.1h.1",
  mount: "M8 2.4l5 2.7v5.7l-5 2.8-5-2.8V5.1z M3 5.1l5 2.8 5-2.8 M8 7.9v5.7",
  chip: "M2.5 8V2.9h5.1l6 6-5.1 5.1z M5.2 5.6h.1",
  user: "M10.6 5a2.6 2.6 0 1 1-5.2 0a2.6 2.6 0 1 1 5.2 0z M3 13.4c.2-2.9 2.2-4.3 5-4.3s4.8 1.4 5 4.3",
  assistant: "M2.5 3.3h11v7.5H7.6l-3 2.6v-2.6H2.5z",
  reasoning: "M8 2.4a4.1 4.1 0 0 1 2.3 7.5c-.5.4-.7.9-.7 1.6H6.4c0-.7-.2-1.2-.7-1.6A4.1 4.1 0 0 1 8 2.4z M6.7 13.6h2.6",
  context: "M8 2.8l5.5 2.7L8 8.2 2.5 5.5z M2.5 8.2L8 10.9l5.5-2.7 M2.5 10.9L8 13.6l5.5-2.7",
  notice: `${CIRCLE} M8 7.3v3.6 M8 5v.1`,
  compaction: "M8 2v4 M6.2 4.4L8 6.2l1.8-1.8 M8 14v-4 M6.2 11.6L8 9.8l1.8 1.8 M3 8h10",
  retry: "M12.8 8a4.8 4.8 0 1 1-1.5-3.5 M11.6 1.9v2.8H8.8",
};

const ACTIONS_DRAWN = {
  read: PAGE,
  edit: PENCIL,
  delete: "M3 4.5h10 M6.2 4.4V2.9h3.6v1.5 M4.4 4.6l.6 8.9h6l.6-8.9",
  move: "M2.5 8h10.5 M9.6 4.7L13 8l-3.4 3.3",
  search: LENS,
  execute: PROMPT,
  fetch: GLOBE,
  other: "M8 3l5 5-5 5-5-5z",
};

const CROSS = "M4.3 4.3l7.4 7.4 M11.7 4.3l-7.4 7.4";
const STATUS = {
  ok: "M3.4 8.6l3 3 6.2-7",
  done: "M3.4 8.6l3 3 6.2-7",
  error: CROSS,
  failed: CROSS,
  exit: CROSS,
  signal: "M9 2.4L4.2 8.8h3.4L7 13.6l4.8-6.4H8.4z",
  timeout: `${CIRCLE} M8 4.8V8.2l2.3 1.4`,
  denied: `${CIRCLE} M4.2 4.2l7.6 7.6`,
  interrupted: "M4.5 4.5h7v7h-7z",
  "not-started": "M4.5 8h7",
  unknown: "M6 6.2a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.6 M8 12v.2",
  streaming: "M3.6 8h.1 M8 8h.1 M12.4 8h.1",
  proposed: CIRCLE,
  running: "M8 2.5a5.5 5.5 0 1 1-5.5 5.5 M8 5.4L10.6 8 8 10.6",
  waiting: "M6 4.2v7.6 M10 4.2v7.6",
};

/** The drawing of a row: its kind's, or its action's where the kind has none of its own. */
export function kindIcon(kind, action) {
  return drawing(KINDS[kind] ?? ACTIONS_DRAWN[action] ?? ACTIONS_DRAWN.other, "wbr-icon");
}

export function statusIcon(status) {
  return drawing(STATUS[status] ?? STATUS.unknown, "wbr-icon wbr-icon-status");
}

/** Triangle of a fold; turned by its style when it is open. */
export function foldIcon() {
  return drawing("M6 4l4.5 4L6 12", "wbr-icon wbr-icon-fold");
}
