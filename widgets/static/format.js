// Numbers as people read them. A value that is not known is never shown as 0.

/** A duration: `340 ms`, `4.2 s`, `3 m 05 s`, `2 h 07 m`. */
export function duration(ms) {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 59950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${two(minutes % 60)} m`;
}

/** A position in a session: `0:07`, `12:30`, `1:02:05`; with `fine`, tenths of a second below a minute. */
export function offset(ms, fine = false) {
  if (fine && ms < 60000) return `0:${(ms / 1000).toFixed(1).padStart(4, "0")}`;
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A point in time in UTC, as logs are read on any machine: `2025-01-31 12:04:05 UTC`. */
export function utc(ms) {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? "" : `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** A label with its places filled; it has another form where `n` is 1. Numbers are written with separators. */
export function say(labels, key, values) {
  const text = (values.n === 1 ? labels[`${key}.one`] : undefined) ?? labels[key] ?? key;
  const written = Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? value.toLocaleString("en") : value]);
  return fill(text, Object.fromEntries(written));
}

/** Fills the `{names}` of a text. */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function two(number) {
  return String(number).padStart(2, "0");
}
