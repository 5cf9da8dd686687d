// Small helpers for building DOM. Text only ever becomes a text node: nothing in here parses markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with a class and children; strings become text nodes, null and false are left out. */
export function h(tag, cls, ...children) {
  const node = document.createElement(tag);
  if (cls) node.className = cls;
  for (const child of children) if (child !== null && child !== undefined && child !== false) node.append(child);
  return node;
}

/** Sets attributes on an element and returns it; null takes one away. */
export function attrs(node, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  return node;
}

/** A 16 by 16 line drawing in the colour of the text. */
export function drawing(path, cls) {
  const svg = document.createElementNS(SVG, "svg");
  attrs(svg, { viewBox: "0 0 16 16", "aria-hidden": "true", class: cls });
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** One line of a log's text: line ends become a space, what cannot be seen or turns the direction becomes visible. */
export function oneLine(text) {
  return text.replace(/\s*[\r\n\t]+\s*/g, " ").replace(UNSEEN, (c) => {
    const code = c.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? "\u2421" : "\ufffd";
  });
}
