// Small helpers over the DOM.

/** Makes an element: properties by name, `data`, `class` and attributes in `attrs`. */
export function make(tag, { attrs = {}, ...properties } = {}, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, properties);
  for (const [name, value] of Object.entries(attrs)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Sets or removes an attribute. */
export function toggleAttribute(element, name, value) {
  if (value === null || value === false || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : value);
}

/** Texts that follow the language: each is a function of the language's tag, applied again on a switch. */
export function createTexts() {
  const bindings = [];
  let language = '';
  return {
    bind(apply) {
      bindings.push(apply);
      if (language) apply(language);
    },
    apply(tag) {
      if (tag === language) return;
      language = tag;
      bindings.forEach((apply) => apply(tag));
    },
  };
}
