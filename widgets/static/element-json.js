// JSON as a tree of folds, read from its text without recursion, as `_json_tree.py` has it; a test compares the two.

const LEVELS = 48;
const VALUES = 2_000;
const UNITS = 65_536;
const SHORT = 72;
const FEW = 8;
const TOKEN = /[ \t\n\r]*(?:([[\]{},:])|("[^"\\]*(?:\\[\s\S][^"\\]*)*")|([A-Za-z0-9+.-]+))/y;
const BLANK = /^[ \t\n\r]*$/;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const PLAIN = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const CLOSE = { "{": "}", "[": "]" };

/** The tree of a JSON text, its first `depth` levels open; text that is not JSON is shown as it is. */
export function expandJson(text, depth, make) {
  const rows = new Reader(text, depth, make).rows();
  if (rows === null) return make("pre", "wb-code", { tabindex: "0" }, [make("code", "wb-source", {}, [text])]);
  return make("div", "wb-json", {}, rows);
}

class Reader {
  constructor(text, depth, make) {
    this.text = text;
    this.depth = depth;
    this.make = make;
    this.at = 0;
    this.values = 0;
    this.top = frame("", 0, []);
    this.stack = [this.top];
    this.label = [];
    // "" while reading, else why it ended: the text breaks the grammar, or no more is shown.
    this.end = "";
  }

  rows() {
    this.value();
    while (this.stack.length > 1 && this.end === "") this.member();
    if (this.end === "broken") return null;
    if (this.end === "full") {
      const note = this.make("div", "wb-json-row wb-note", {}, [`\u22ef +${this.text.length - this.at}`]);
      while (this.stack.length > 1) this.close("+");
      return [...this.top.rows.map(([row]) => row), note];
    }
    return BLANK.test(this.text.slice(this.at)) ? this.top.rows.map(([row]) => row) : null;
  }

  /** The next token as [mark, string, word]; nothing where there is none. */
  token() {
    TOKEN.lastIndex = this.at;
    const found = TOKEN.exec(this.text);
    if (found === null) {
      this.end = "broken";
      return [];
    }
    this.at = TOKEN.lastIndex;
    return [found[1], found[2], found[3]];
  }

  member() {
    const inner = this.stack.at(-1);
    let before = this.at;
    const [mark] = this.token();
    if (this.end !== "") return;
    if (mark === CLOSE[inner.opener]) {
      this.close("");
      return;
    }
    if (inner.rows.length > 0) {
      if (mark !== ",") {
        this.end = "broken";
        return;
      }
      before = this.at;
    }
    this.at = before;
    if (this.values >= VALUES || this.at >= UNITS) {
      this.end = "full";
      return;
    }
    if (inner.opener === "{") {
      const [, name] = this.token();
      if (name === undefined || this.token()[0] !== ":") {
        this.end = "broken";
        return;
      }
      this.label = [this.make("span", "wb-json-key", {}, [decode(name)]), ": "];
    }
    this.value();
  }

  value() {
    const [mark, string, word] = this.token();
    if (this.end !== "") return;
    const label = this.label;
    this.label = [];
    this.values += 1;
    if (mark === undefined) {
      const value = this.scalar(string, word);
      this.stack.at(-1).rows.push([this.make("div", "wb-json-row", {}, [...label, value]), [...label, value]]);
    } else if (!(mark in CLOSE)) {
      this.end = "broken";
    } else if (this.stack.length <= LEVELS) {
      this.stack.push(frame(mark, this.at - 1, label));
    } else {
      this.deep(this.at - 1, label);
    }
  }

  deep(start, label) {
    let level = 1;
    while (level > 0 && this.at < UNITS) {
      const [mark] = this.token();
      if (this.end !== "") return;
      level += (mark === "{" || mark === "[") - (mark === "}" || mark === "]");
    }
    const raw = this.make("code", "wb-json-raw", {}, [this.text.slice(start, this.at)]);
    this.stack.at(-1).rows.push([this.make("div", "wb-json-row", {}, [...label, raw]), null]);
    if (level > 0) this.end = "full";
  }

  close(more) {
    const inner = this.stack.pop();
    const { rows } = this.stack.at(-1);
    const inline = inner.rows.map(([, line]) => line).filter((line) => line !== null);
    const closer = CLOSE[inner.opener];
    if (more === "" && inline.length === inner.rows.length && inline.length <= FEW && this.at - inner.start <= SHORT) {
      const parts = inline.flatMap((line, i) => (i > 0 ? [", ", ...line] : line));
      rows.push([this.make("div", "wb-json-row", {}, [...inner.label, inner.opener, ...parts, closer]), null]);
    } else if (this.stack.length === 1 && inner.opener === "{") {
      rows.push(...inner.rows);
    } else {
      const count = this.make("span", "wb-json-count", {}, [`${inner.opener}${inner.rows.length}${more}${closer}`]);
      const head = this.make("summary", "wb-summary", {}, [...inner.label, count]);
      const body = this.make("div", "wb-json-body", {}, inner.rows.map(([row]) => row));
      const open = this.stack.length <= this.depth ? "" : null;
      rows.push([this.make("details", "wb-json-fold", { open }, [head, body]), null]);
    }
  }

  scalar(string, word) {
    if (string !== undefined) return this.make("span", "wb-t-string", {}, [`"${decode(string)}"`]);
    const isNumber = "-+.0123456789".includes(word[0]);
    return this.make("span", isNumber ? "wb-t-number" : "wb-t-constant", {}, [word]);
  }
}

function frame(opener, start, label) {
  return { opener, start, label, rows: [] };
}

/** What a JSON string means; an escape that JSON does not know stays as it is written. */
function decode(string) {
  return string
    .slice(1, -1)
    .replace(ESCAPE, (_, unit, letter) => (unit === undefined ? (PLAIN[letter] ?? letter) : String.fromCharCode(parseInt(unit, 16))));
}
