// The filter bar: tool, status, errors only, words. What it holds is a plain object; the list is made elsewhere.

import {attrs, h} from "./dom.js";
import {say} from "./format.js";

export const NO_FILTER = Object.freeze({ tool: "", status: "", errors: false, text: "" });

export class FilterBar {
  constructor(labels, onChange) {
    this.labels = labels;
    this.filter = { ...NO_FILTER };
    this.onChange = onChange;
    this.tool = attrs(h("select", "wbr-select"), { "aria-label": labels["filter.tool"] });
    this.status = attrs(h("select", "wbr-select"), { "aria-label": labels["filter.status"] });
    this.errors = attrs(h("input"), { type: "checkbox" });
    this.text = attrs(h("input", "wbr-input"), { type: "search", placeholder: labels["filter.text"], "aria-label": labels["filter.text"], spellcheck: "false" });
    this.count = attrs(h("span", "wbr-count"), { role: "status" });
    this.clear = attrs(h("button", "wbr-button", labels["filter.clear"]), { type: "button", hidden: true });
    this.element = h("div", "wbr-filter", this.text, this.tool, this.status,
      h("label", "wbr-check", this.errors, labels["filter.errors"]), this.clear, this.count);
    attrs(this.element, { role: "search", "aria-label": labels["filter.label"] });
    this.tool.addEventListener("change", () => this.set({ tool: this.tool.value }));
    this.status.addEventListener("change", () => this.set({ status: this.status.value }));
    this.errors.addEventListener("change", () => this.set({ errors: this.errors.checked }));
    this.text.addEventListener("input", () => this.set({ text: this.text.value }));
    this.clear.addEventListener("click", () => this.reset());
  }

  /** Fills the two lists with what the index holds, and how often. */
  offer(index) {
    const tools = new Map();
    const kinds = new Map();
    const statuses = new Map();
    let calls = 0;
    for (let row = 0; row < index.length; row++) {
      const tool = index.tool[row];
      if (tool === 0xffff) more(kinds, index.kindName(row));
      else more(tools, tool);
      calls += tool === 0xffff ? 0 : 1;
      const status = index.status(row);
      if (status) more(statuses, status);
    }
    const { labels } = this;
    const option = (value, text, n) => attrs(h("option", "", n === null ? text : `${text} (${n})`), { value });
    const group = (label, options) => attrs(h("optgroup", "", ...options), { label });
    const byCount = (map) => [...map].sort((a, b) => b[1] - a[1]);
    this.tool.replaceChildren(
      option("", labels["filter.all-rows"], null),
      option("*calls", labels["filter.all-calls"], calls),
      group(labels["filter.tools"], byCount(tools).map(([tool, n]) => option(String(tool), index.meta.tools[tool] ?? "?", n))),
      group(labels["filter.messages"], byCount(kinds).map(([kind, n]) => option(`kind:${kind}`, labels[`kind.${kind}`] ?? kind, n))),
    );
    this.status.replaceChildren(
      option("", labels["filter.any-status"], null),
      ...byCount(statuses).map(([status, n]) => option(status, labels[`status.${status}`] ?? status, n)),
    );
    this.tool.value = this.filter.tool;
    this.status.value = this.filter.status;
  }

  /** Says how many rows are shown of how many. */
  tell(shown, total) {
    this.count.textContent = say(this.labels, shown === total ? "filter.rows" : "filter.shown", { shown, total });
  }

  set(change) {
    Object.assign(this.filter, change);
    this.clear.hidden = Object.keys(NO_FILTER).every((name) => this.filter[name] === NO_FILTER[name]);
    this.onChange(this.filter);
  }

  reset() {
    this.tool.value = this.status.value = this.text.value = "";
    this.errors.checked = false;
    this.set({ ...NO_FILTER });
    this.text.focus();
  }
}

function more(map, key) {
  map.set(key, (map.get(key) ?? 0) + 1);
}
