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
