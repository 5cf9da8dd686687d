// What may be written, and where: the lists come from Python as JSON, the rules stand here as they stand there.
// A node is a string, an element {t, c, a, k, x, n} or a block {b, …}.

const UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff]/;
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const LONE_SURROGATES = /[\ud800-\udfff]/gu;
const LINE_ONLY = 1;
const IN_LINK = 2;
const IN_BUTTON = 4;

/** The text without control characters: C0 and DEL become their pictures, C1 and lone surrogates U+FFFD. */
export function clean(text) {
  if (!UNCLEAN.test(text)) return text;
  return text.replace(LONE_SURROGATES, "\ufffd").replace(CONTROLS, (control) => {
    const code = control.charCodeAt(0);
    if (code === 0x7f) return "\u2421";
    return code > 0x7f ? "\ufffd" : String.fromCharCode(0x2400 + code);
  });
}

export class Rules {
  /** `lists` is what Python's `allow_list()` gives. */
  constructor(lists) {
    this.depth = lists.depth;
    this.styles = lists.styles;
    this.phrasing = new Set(lists.phrasing);
    this.flow = new Set(lists.flow);
    this.empty = new Set(lists.void);
    this.line = new Set(lists.line);
    this.parents = new Map(Object.entries(lists.parents));
    this.kinds = new Map(Object.entries(lists.attributes).map(([tag, names]) => [tag, new Map(Object.entries(names))]));
    this.patterns = new Map(Object.entries(lists.patterns).map(([kind, source]) => [kind, new RegExp(`^(?:${source})$`)]));
  }

  fits(kind, value) {
    return this.patterns.get(kind).test(value);
  }

  /** The tag that is written for an element, under the tag `parent`, inside of a line, a link or a button. */
  placed(element, parent, inside, depth) {
    const tag = element.t;
    if (this.phrasing.has(tag)) {
      if (tag === "a") return !(inside & (IN_LINK | IN_BUTTON)) && this.holds(element, "href", "url") ? "a" : "span";
      if (tag === "button") return inside & (IN_LINK | IN_BUTTON) ? "span" : "button";
      if (tag === "img") return this.holds(element, "src", "image") ? "img" : "span";
      return tag;
    }
    if (inside & LINE_ONLY || !this.flow.has(tag)) return "span";
    if (this.parents.has(tag) && !this.parents.get(tag).includes(parent)) return "div";
    if (tag === "table" && (depth > this.depth - 4 || !this.isTable(element))) return "div";
    return tag;
  }

  /** What the children of a written tag stand inside of. */
  entered(tag, inside) {
    if (this.line.has(tag)) return inside | LINE_ONLY;
    if (tag === "a") return inside | IN_LINK;
    return tag === "button" ? inside | IN_BUTTON : inside;
  }

  /** The attributes that are written for an element under this tag, as a Map. */
  attributes(element, tag) {
    const written = new Map();
    const names = (element.c ?? "").split(" ").filter((name) => this.fits("class", name));
    if (names.length > 0) written.set("class", names.join(" "));
    for (const [name, raw] of Object.entries(element.a ?? {})) {
      const kind = this.kinds.get(tag)?.get(name) ?? this.kinds.get("*").get(name);
      if (kind === undefined) continue;
      const value = clean(raw);
      if (this.fits(kind, value)) written.set(name, value);
    }
    if (tag === "a") {
      written.set("rel", "noopener noreferrer");
      written.set("target", "_blank");
    } else if (tag === "button") {
      written.set("type", "button");
    } else if (element.t === "a" && element.a?.href !== undefined) {
      written.set("title", clean(element.a.href));
    }
    if (typeof element.x === "string") {
      written.set("data-wb-action", clean(element.x));
      if (tag !== "button" && tag !== "summary") {
        if (!written.has("role")) written.set("role", "button");
        if (!written.has("tabindex")) written.set("tabindex", "0");
      }
    }
    return written;
  }

  holds(element, name, kind) {
    const value = element.a?.[name];
    return value !== undefined && this.fits(kind, clean(value));
  }

  isTable(table) {
    return children(table).every(
      (section) =>
        this.belongs(section, "table") &&
        (section.t === "caption" ||
          children(section).every(
            (row) => this.belongs(row, section.t) && children(row).every((cell) => this.belongs(cell, "tr")),
          )),
    );
  }

  belongs(node, parent) {
    return typeof node === "object" && Boolean(this.parents.get(node.t)?.includes(parent));
  }
}

export function children(element) {
  return element.n ?? [];
}
