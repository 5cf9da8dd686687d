// The filter bar: tool, state, outcome, errors only, words. What it holds is a plain object; the list is made elsewhere.

import {attrs, h} from "./dom.js";
import {say} from "./format.js";

export const NO_FILTER = Object.freeze({ tool: "", state: "", outcome: "", errors: false, text: "" });

export class FilterBar {
  constructor(labels, onChange) {
    this.labels = labels;
    this.filter = { ...NO_FILTER };
    this.onChange = onChange;
    this.tool = attrs(h("select", "wbr-select"), { "aria-label": labels["filter.tool"] });
    this.state = attrs(h("select", "wbr-select"), { "aria-label": labels["filter.state"] });
    this.outcome = attrs(h("select", "wbr-select"), { "aria-label": labels["filter.outcome"] });
    this.errors = attrs(h("input"), { type: "checkbox" });
    this.text = attrs(h("input", "wbr-input"), { type: "search", placeholder: labels["filter.text"], "aria-label": labels["filter.text"], spellcheck: "false" });
    this.count = attrs(h("span", "wbr-count"), { role: "status" });
    this.clear = attrs(h("button", "wbr-button", labels["filter.clear"]), { type: "button", hidden: true });
    this.element = h("div", "wbr-filter", this.text, this.tool, this.state, this.outcome,
      h("label", "wbr-check", this.errors, labels["filter.errors"]), this.clear, this.count);
    attrs(this.element, { role: "search", "aria-label": labels["filter.label"] });
    this.tool.addEventListener("change", () => this.set({ tool: this.tool.value }));
    this.state.addEventListener("change", () => this.set({ state: this.state.value }));
    this.outcome.addEventListener("change", () => this.set({ outcome: this.outcome.value }));
    this.errors.addEventListener("change", () => this.set({ errors: this.errors.checked }));
    this.text.addEventListener("input", () => this.set({ text: this.text.value }));
    this.clear.addEventListener("click", () => this.reset());
  }

  /** Fills the lists with what the index holds, and in how many rows: those that programs and children made, and those
   *  that were copied, are rows too, while the head counts each of them apart. */
  offer(index) {
    const tools = new Map();
    const kinds = new Map();
    const states = new Map();
    const outcomes = new Map();
    let calls = 0;
    for (let row = 0; row < index.length; row++) {
      const tool = index.tool[row];
      if (tool === 0xffff) more(kinds, index.kindName(row));
      else more(tools, tool);
      calls += tool === 0xffff ? 0 : 1;
      if (index.stateName(row)) more(states, index.stateName(row));
      if (index.outcomeName(row)) more(outcomes, index.outcomeName(row));
    }
    const { labels } = this;
    const option = (value, text, n) => attrs(h("option", "", n === null ? text : `${text} (${n})`), { value });
    const group = (label, options) => attrs(h("optgroup", "", ...options), { label });
    const byCount = (map) => [...map].sort((a, b) => b[1] - a[1]);
    this.tool.replaceChildren(
      option("", labels["filter.all-rows"], null),
      option("*calls", labels["filter.all-calls"], say(labels, "filter.rows", { n: calls })),
      group(labels["filter.tools"], byCount(tools).map(([tool, n]) => option(String(tool), index.meta.tools[tool] ?? "?", n))),
      group(labels["filter.messages"], byCount(kinds).map(([kind, n]) => option(`kind:${kind}`, labels[`kind.${kind}`] ?? kind, n))),
    );
    const words = (map) => byCount(map).map(([word, n]) => option(word, labels[`status.${word}`] ?? word, n));
    this.state.replaceChildren(option("", labels["filter.any-state"], null), ...words(states));
    this.outcome.replaceChildren(option("", labels["filter.any-outcome"], null), ...words(outcomes));
    for (const name of ["tool", "state", "outcome"]) this[name].value = this.filter[name];
  }

  /** Says how many rows are shown of how many. */
  tell(shown, total) {
    this.count.textContent = say(this.labels, shown === total ? "filter.rows" : "filter.shown", { shown, total, n: total });
  }

  set(change) {
    Object.assign(this.filter, change);
    this.clear.hidden = Object.keys(NO_FILTER).every((name) => this.filter[name] === NO_FILTER[name]);
    this.onChange(this.filter);
  }

  reset() {
    this.tool.value = this.state.value = this.outcome.value = this.text.value = "";
    this.errors.checked = false;
    this.set({ ...NO_FILTER });
    this.text.focus();
  }
}

function more(map, key) {
  map.set(key, (map.get(key) ?? 0) + 1);
}
