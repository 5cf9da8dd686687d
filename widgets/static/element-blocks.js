// The one expansion of every block into base elements, as `_expand.py` has it; a test compares the two.

import {expandJson} from "./element-json.js";
import {cut, marked} from "./element-runs.js";

const FLAGS = [[1, "wb-bold"], [2, "wb-dim"], [4, "wb-italic"], [8, "wb-underline"], [32, "wb-strike"]];
const INVERSE = 16;
const STEPS = [0, 95, 135, 175, 215, 255];
const SIGNS = { "+": ["wb-line wb-added", "ins"], "-": ["wb-line wb-removed", "del"] };
const LARGEST = 100_000;

/** An element with a class, attributes and children; null is left out everywhere. */
export function make(t, c, a, n = []) {
  const given = Object.entries(a).filter(([, value]) => value !== null);
  return { t, c, a: Object.fromEntries(given), n: n.filter((child) => child !== null) };
}

/** The base elements of a block; `styles` are the names of highlighted text. Null for a block nobody knows. */
export function expand(block, styles) {
  switch (block.b) {
    case "code": return code(block, styles);
    case "terminal": return terminal(block);
    case "diff": return diff(block);
    case "table": return table(block);
    case "json": return expandJson(block.text, block.depth ?? 3, make);
    case "lanes": return lanes(block);
    case "image": return image(block);
    case "more": return more(block);
    case "fold": return fold(block);
    case "mount": return make("div", "wb-mount", { "data-wb-mount": block.model_id });
    default: return null;
  }
}

/** A count with narrow blanks between the thousands. */
function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

function code({ text, runs = [], first = null }, styles) {
  let gutter = null;
  if (first !== null) {
    const lines = Math.max(text.split("\n").length - text.endsWith("\n"), 1);
    const numbers = Array.from({ length: lines }, (_, i) => first + i).join("\n");
    gutter = make("span", "wb-gutter", { "aria-hidden": "true" }, [numbers]);
  }
  const parts = cut(text, runs).map(([part, style]) =>
    style > 0 && style < styles.length ? make("span", `wb-t-${styles[style]}`, {}, [part]) : part,
  );
  return make("pre", "wb-code", { tabindex: "0" }, [gutter, make("code", "wb-source", {}, parts)]);
}

function terminal({ text, runs = [], styles = [] }) {
  const parts = cut(text, runs).map(([part, style]) => (style >= 0 && style < styles.length ? cells(part, styles[style]) : part));
  return make("pre", "wb-terminal", { tabindex: "0" }, [make("samp", "", {}, parts)]);
}

function cells(text, [flags, ...colours]) {
  const names = FLAGS.filter(([flag]) => flags & flag).map(([, name]) => name);
  const sides = flags & INVERSE ? ["bg", "fg"] : ["fg", "bg"];
  const variables = [];
  colours.forEach((colour, i) => {
    const side = sides[i];
    if (colour >= 16) {
      names.push(`wb-${side}`);
      variables.push(`--wb-${side}: rgb(${rgb(colour).join(", ")});`);
    } else if (colour >= 0) {
      names.push(`wb-${side}-${colour}`);
    } else if (flags & INVERSE) {
      names.push(`wb-${side}-swap`);
    }
  });
  if (names.length === 0) return text;
  return make("span", names.join(" "), { style: variables.join(" ") || null }, [text]);
}

function rgb(colour) {
  if (colour > 255) return [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
  if (colour > 231) return Array(3).fill(8 + 10 * (colour - 232));
  const cube = colour - 16;
  return [STEPS[Math.floor(cube / 36)], STEPS[Math.floor(cube / 6) % 6], STEPS[cube % 6]];
}

function diff({ path, hunks, note = null }) {
  let head = null;
  if (path) {
    const [added, removed] = ["+", "-"].map((sign) => hunks.flatMap(({ lines }) => lines).filter((line) => line[0] === sign).length);
    const counts = make("span", "wb-diff-count", {}, [`+${added} \u2212${removed}`]);
    head = make("div", "wb-diff-head", {}, [make("span", "wb-path", {}, [path]), " ", counts]);
  }
  const lines = hunks.flatMap((hunk, i) => [
    ...(i > 0 ? [make("div", "wb-diff-gap", {}, ["\u22ef"])] : []),
    ...hunk.lines.map(diffLine),
  ]);
  const body = make("div", "wb-diff-body", { tabindex: "0" }, [make("div", "wb-diff-lines", {}, lines)]);
  return make("div", "wb-diff", {}, [head, body, note ? make("div", "wb-note", {}, [note]) : null]);
}

function diffLine([sign, before, after, text, marks]) {
  const [cls, tag] = SIGNS[sign] ?? ["wb-line", "mark"];
  const hidden = { "aria-hidden": "true" };
  const parts = marked(text, marks).map(([part, on]) => (on === 1 ? make(tag, "", {}, [part]) : part));
  return make("div", cls, {}, [
    make("span", "wb-no", hidden, [before === null ? "" : String(before)]),
    make("span", "wb-no", hidden, [after === null ? "" : String(after)]),
    make("span", "wb-sign", {}, [sign]),
    make("span", "wb-source", {}, parts),
  ]);
}

function table({ columns, rows, total = null, align = [] }) {
  const side = (at) => (align[at] === "right" || align[at] === "center" ? `wb-${align[at]}` : "");
  const titles = columns.map((name, at) => make("th", side(at), { scope: "col" }, [name]));
  const body = rows.map((row) => make("tr", "", {}, row.map((cell, at) => make("td", side(at), {}, [cell]))));
  const head = columns.length > 0 ? make("thead", "", {}, [make("tr", "", {}, titles)]) : null;
  const grid = make("table", "wb-table", {}, [head, make("tbody", "", {}, body)]);
  const counts = `${grouped(rows.length)} / ${grouped(total)}`;
  const note = total !== null && total !== rows.length ? make("div", "wb-note", {}, [counts]) : null;
  return make("div", "wb-tabular", {}, [make("div", "wb-scroll", { tabindex: "0" }, [grid]), note]);
}

function lanes(block) {
  const rows = block.lanes.map(({ label, spans }) =>
    make("div", "wb-lane", { role: "listitem" }, [
      make("span", "wb-lane-label", {}, [label]),
      make("span", "wb-lane-track", {}, spans.map((entry) => span(entry, block.start, block.end))),
    ]),
  );
  return make("div", "wb-lanes", { role: "list" }, rows);
}

function span([begin, stop, state, title, action], start, end) {
  const whole = Math.max(end - start, 1);
  const left = Math.min(Math.max(begin - start, 0), whole);
  const right = Math.min(Math.max((stop ?? end) - start, left), whole);
  const cls = `wb-span wb-state-${state}${stop === null ? " wb-open" : ""}`;
  const style = `--wb-at: ${share(left, whole)}; --wb-len: ${share(right - left, whole)};`;
  const made = make(action === null ? "span" : "button", cls, { title, style }, [make("span", "wb-hidden", {}, [title])]);
  return { ...made, x: action };
}

function share(part, whole) {
  const hundredths = Number((BigInt(part) * 10_000n) / BigInt(whole));
  return `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, "0")}%`;
}

function image({ media_type, data_base64, alt = "", width = null, height = null, note = null }) {
  const fits = (pixels) => pixels !== null && pixels > 0 && pixels <= LARGEST;
  const sized = fits(width) && fits(height);
  const words = [alt, media_type, sized ? `${width}\u00d7${height}` : ""];
  const picture = make("img", "wb-picture", {
    src: `data:${media_type};base64,${data_base64 ?? ""}`,
    alt: words.filter(Boolean).join(" \u00b7 "),
    width: sized ? String(width) : null,
    height: sized ? String(height) : null,
  });
  return make("figure", "wb-image", {}, [picture, note ? make("figcaption", "wb-note", {}, [note]) : null]);
}

function more({ label, action = null, hidden = null }) {
  const count = hidden === null ? null : make("span", "wb-count", {}, [`+${grouped(hidden)}`]);
  const made = make(action === null ? "span" : "button", "wb-more", {}, [label, count && " ", count]);
  return { ...made, x: action };
}

function fold({ summary, children = [], open = false, key = null, cls = "" }) {
  const made = make("details", cls ? `wb-fold ${cls}` : "wb-fold", { open: open ? "" : null }, [
    make("summary", "wb-summary", {}, Array.isArray(summary) ? summary : [summary]),
    make("div", "wb-fold-body", {}, children),
  ]);
  return { ...made, k: key };
}
