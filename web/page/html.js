// Escaped HTML from template literals: every inserted value is escaped unless it is HTML already.
// Used in the page and, under Node, by the build.

class Html {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escape(text) {
  return String(text).replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

function piece(value) {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(piece).join('');
  return escape(value);
}

/** Marks a text as HTML already: what a tool made, never what a reader typed. */
export function trusted(text) {
  return new Html(String(text));
}

export function html(strings, ...values) {
  let text = strings[0];
  values.forEach((value, index) => {
    text += piece(value) + strings[index + 1];
  });
  return new Html(text);
}
