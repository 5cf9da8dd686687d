// The head line of a row, drawn from the index alone.

import {attrs, h, oneLine} from "./dom.js";
import {duration, offset, say, utc} from "./format.js";
import {foldIcon, kindIcon, statusIcon} from "./icons.js";

export const ROW_HEIGHT = 28;
/** Height of a body before it is measured. */
export const BODY_GUESS = 40;
export const MOST_INDENTS = 8;
const STEP = 18;
const NAME_CHAR = 7.4;
const SHORT_HINT = 36;

// Badges that say how a call ended: their words stand in the status cell instead of the plain word.
const ENDS = { exit: /^exit /, signal: /^signal /, timeout: /^timed out/, interrupted: /^aborted$/, "not-started": /^not started$/, denied: /^(rejected|cancelled|unavailable)$/ };

/** Draws the head of a row. `look` says {labels, isExpanded, isContext (kept only for rows below it)}. */
export function rowHead(index, row, look) {
  const { labels } = look;
  const kind = index.kindName(row);
  const status = index.status(row);
  const title = index.text("titles", row);
  const badges = index.badges(row);
  const end = badges.find((badge) => ENDS[status]?.test(badge));
  const name = h("div", "wbr-cell wbr-cell-name", indent(index, row, look), kindIcon(kind, index.meta.actions[index.icon[row]]));
  const tool = index.toolName(row);
  name.append(h("span", tool ? "wbr-tool" : "wbr-kind", tool ? oneLine(tool) : (labels[`kind.${kind}`] ?? kind)));
  const text = h("div", "wbr-cell wbr-cell-title", h("bdi", "wbr-title", title === null ? "" : oneLine(title)));
  for (const badge of badges) if (badge !== end) text.append(h("span", "wbr-badge", badgeText(badge, labels)));
  if (index.isInherited(row)) text.append(h("span", "wbr-badge", labels["badge.inherited"]));
  const hint = oneLine(index.text("hints", row) ?? "");
  if (hint) text.append(attrs(h("bdi", hintClass(hint, status), hint), { title: hint }));
  const [took, at] = timeCells(index, row, labels);
  const isCall = index.tool[row] !== 0xffff;
  // A message has neither end nor duration: its words take their place.
  const cells = isCall || status !== "" || took.hasChildNodes() ? [name, text, statusCell(status, end, index.isRed(row), labels), took, at] : [name, attrs(text, { "aria-colspan": "3" }), at];
  for (const cell of cells) cell.setAttribute("role", "gridcell");
  return h("div", "wbr-head", ...cells);
}

/** Width of the first column, the same for all rows so that their titles stand in one line: the longest name, within
 *  bounds, and room for one indent. */
export function nameWidth(index) {
  let longest = 9;
  let deepest = 0;
  for (const name of index.meta.tools) longest = Math.max(longest, name.length);
  for (let row = 0; row < index.length; row++) if (index.depth[row] > deepest) deepest = index.depth[row];
  return `${Math.ceil(Math.min(longest, 20) * NAME_CHAR) + 50 + STEP * Math.min(deepest, 1)}px`;
}

/** The words of a row's head in one line, for screen readers and hints. */
export function rowWords(index, row, labels) {
  const status = index.status(row);
  const took = index.duration[row] >= 0 ? duration(index.duration[row]) : "";
  const name = index.toolName(row) || labels[`kind.${index.kindName(row)}`];
  return [name, oneLine(index.text("titles", row) ?? ""), oneLine(index.text("hints", row) ?? ""), labels[`status.${status}`] ?? status, took].filter(Boolean).join(" · ");
}

export function badgeText(badge, labels) {
  if (labels[`badge.${badge}`]) return labels[`badge.${badge}`];
  const space = badge.lastIndexOf(" ");
  const [word, n] = [badge.slice(0, space), oneLine(badge.slice(space + 1))];
  if (word === "timed out" && /^\d+$/.test(n)) return say(labels, "badge.timed_out_after", { time: duration(Number(n)) });
  if (word === "waited" && /^\d+$/.test(n)) return say(labels, "badge.waited", { time: duration(Number(n)) });
  return space > 0 && labels[`badge.${word}`] ? say(labels, `badge.${word}`, { n }) : oneLine(badge);
}

// A short hint is never cut; a long one takes what the title leaves, which then is not all of the line.
function hintClass(hint, status) {
  const isRed = status === "error" || status === "denied";
  return `wbr-hint${hint.length > SHORT_HINT ? " wbr-hint-long" : ""}${isRed ? " wbr-red" : ""}`;
}

function indent(index, row, look) {
  const rail = h("span", "wbr-rail");
  rail.style.width = `${Math.min(index.depth[row], MOST_INDENTS) * STEP}px`;
  if (!index.hasChildren(row)) return h("span", "wbr-indent", rail, h("span", "wbr-fold wbr-fold-none"));
  const fold = h("span", look.isExpanded ? "wbr-fold wbr-fold-open" : "wbr-fold", foldIcon());
  fold.title = say(look.labels, "row.children", { n: index.below(row) });
  return h("span", "wbr-indent", rail, fold);
}

function statusCell(status, end, isRed, labels) {
  if (status === "") return h("div", "wbr-cell wbr-cell-status");
  // How long a call ran before it was timed out stands in the next cell.
  const word = end && status !== "timeout" ? badgeText(end, labels) : (labels[`status.${status}`] ?? status);
  const cell = h("div", `wbr-cell wbr-cell-status wbr-is-${status}`, statusIcon(status), h("span", "wbr-word", word));
  if (end) cell.title = badgeText(end, labels);
  if (isRed) cell.classList.add("wbr-red");
  return cell;
}

function timeCells(index, row, labels) {
  const isCall = index.tool[row] !== 0xffff;
  const took = index.duration[row];
  const kind = index.meta.duration_kinds[index.duration_kind[row]];
  const cell = h("div", "wbr-cell wbr-cell-took");
  if (took >= 0) {
    cell.textContent = kind === "upper-bound" ? `≤ ${duration(took)}` : duration(took);
    const wait = index.wait(row);
    const parts = [labels[`duration.${kind}`] ?? "", wait > 0 ? say(labels, "row.waited", { time: duration(wait) }) : ""];
    cell.title = parts.filter(Boolean).join(" · ");
  } else if (isCall) {
    cell.append(attrs(h("span", "", "–"), { "aria-hidden": "true" }), h("span", "wbr-unseen", labels["duration.missing"]));
    cell.title = labels["duration.missing"];
  }
  const at = h("div", "wbr-cell wbr-cell-at", index.clock[row] < 0 ? "" : offset(index.clock[row], index.spanEnd < 60000));
  if (index.clock[row] >= 0) at.title = utc(index.meta.t0 + index.clock[row]);
  return [cell, at];
}
