// HTML from templates: every value is escaped unless it is itself the result of a template.

class Markup {
  constructor(text) { this.text = text; }
  toString() { return this.text; }
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(value) {
  if (value === null || value === undefined || value === false) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(escaped).join("");
  return String(value).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);
}

export function html(parts, ...values) {
  return new Markup(parts.reduce((text, part, n) => text + escaped(values[n - 1]) + part));
}

export function put(element, markup) {
  element.innerHTML = String(markup);
}
