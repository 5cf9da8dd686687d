// Title, session, counts and the banner.

import {attrs, h, oneLine} from "./dom.js";
import {duration, say} from "./format.js";
import {statusIcon} from "./icons.js";

const ORDER = ["done", "failed", "denied", "interrupted", "waiting", "running", "proposed", "streaming"];
const BAD_ENDS = ["exit", "signal", "timeout"];

/** Builds the header from the meta of a source and its index. */
export function header(index) {
  const { meta } = index;
  const { labels } = meta;
  const line = h("div", "wbr-header-line", attrs(h("div", "wbr-heading", h("bdi", "", oneLine(meta.title || labels["header.untitled"]))), { role: "heading", "aria-level": "2" }));
  const facts = h("div", "wbr-facts");
  for (const [name, text] of [["session", meta.session_id], ["model", meta.model], ["cwd", meta.cwd]]) {
    if (text) facts.append(attrs(h("bdi", `wbr-fact wbr-fact-${name}`, oneLine(text)), { title: `${labels[`header.${name}`]}: ${oneLine(text)}` }));
  }
  if (index.length > 0 && index.spanEnd > 0) facts.append(attrs(h("span", "wbr-fact", duration(index.spanEnd)), { title: labels["header.span"] }));
  line.append(facts);
  const counts = meta.counts ?? counted(index);
  const tallies = h("div", "wbr-tallies", tally(counts.calls ?? {}, counts.call_outcomes, labels, "header.calls"));
  if (total(counts.dispatches ?? {}) > 0) tallies.append(tally(counts.dispatches, counts.dispatch_outcomes, labels, "header.dispatches"));
  if (total(counts.child_calls ?? {}) > 0) tallies.append(tally(counts.child_calls, counts.child_call_outcomes, labels, "header.child_calls"));
  if (total(counts.child_dispatches ?? {}) > 0) tallies.append(tally(counts.child_dispatches, counts.child_dispatch_outcomes, labels, "header.child_dispatches"));
  if (counts.children > 0) tallies.append(h("span", "wbr-tally wbr-tally-children", say(labels, "header.children", { n: counts.children })));
  const element = h("div", "wbr-header", line, tallies);
  if (meta.banner) element.append(attrs(h("p", "wbr-banner", statusIcon("running"), oneLine(meta.banner)), { role: "note" }));
  return element;
}

// Calls by state; what is done and yet went wrong (an exit code, a signal, a time limit) is said by its outcome.
function tally(states, outcomes, labels, label) {
  const part = h("span", "wbr-tally", h("span", "wbr-tally-name", say(labels, label, { n: total(states) })));
  const bad = Object.entries(outcomes ?? {}).filter(([outcome, n]) => BAD_ENDS.includes(outcome) && n > 0);
  const known = ORDER.filter((state) => state in states);
  const others = Object.keys(states).filter((state) => !ORDER.includes(state));
  for (const state of [...known, ...others]) {
    if (states[state] > 0) part.append(count(state, states[state], state === "failed", labels));
    if (state === "done" && bad.length > 0) part.append(h("span", "wbr-tally-of", ...bad.map(([outcome, n]) => count(outcome, n, true, labels))));
  }
  return part;
}

function count(status, n, isRed, labels) {
  const words = h("span", "", `${n.toLocaleString("en")} ${labels[`status.${status}`] ?? status}`);
  return h("span", `wbr-tally-state wbr-is-${status}${isRed ? " wbr-red" : ""}`, statusIcon(status), words);
}

function total(states) {
  return Object.values(states).reduce((sum, n) => sum + n, 0);
}

// Where a source gives no counts: the session's calls, those that its programs made, and both of its child sessions.
function counted(index) {
  const counts = { calls: {}, dispatches: {}, child_calls: {}, child_dispatches: {} };
  for (let row = 0; row < index.length; row++) {
    if (index.tool[row] === 0xffff || index.isInherited(row)) continue;
    const whose = index.isDispatch(row) ? [counts.dispatches, counts.child_dispatches] : [counts.calls, counts.child_calls];
    const into = whose[index.isOfChild(row) ? 1 : 0];
    const state = index.meta.states[index.state[row]] ?? "unknown";
    into[state] = (into[state] ?? 0) + 1;
  }
  return counts;
}
