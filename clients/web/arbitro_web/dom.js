// Makes elements. Texts are always text nodes and attributes set by name: nothing a stranger wrote is ever parsed.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. Attributes with the value null, undefined or false are left out; "on..." are listeners. */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Set a text only where it changes, so that nothing is announced or laid out again. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A moment's state of something stored for this browser; works where storage is shut. */
export const kept = {
  get(name, otherwise) {
    try {
      return localStorage.getItem(`arbitro.${name}`) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`arbitro.${name}`, value);
    } catch {
      // Private windows may refuse: the choice lasts as long as the page.
    }
  },
};
