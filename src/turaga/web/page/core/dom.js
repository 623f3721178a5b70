/** Functions that create elements in one line. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Create an element with attributes and children. A name that starts with "on" is an event listener, and
 * `text` is the text content. An attribute that is null or false is left out; true sets it without a value.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {any}
 */
export function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {any}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

let counted = 0;

/** An id that no other element has, to connect labels with their fields. */
export function freshId(word) {
  counted += 1;
  return `${word}-${counted}`;
}

/**
 * A check box with its label.
 * @param {string} label
 * @param {{checked?: boolean, onchange?: (checked: boolean) => void, name?: string}} [how]
 * @returns {{element: HTMLElement, input: HTMLInputElement}}
 */
export function checkBox(label, { checked = false, onchange = () => {}, name = null } = {}) {
  const input = el("input", { type: "checkbox", checked, name, onchange: () => onchange(input.checked) });
  return { element: el("label", { class: "check" }, input, el("span", { text: label })), input };
}

/**
 * Radio buttons in a row, with a legend.
 * @param {string} legend
 * @param {[string, string][]} choices values and their labels
 * @param {(value: string) => void} onchange
 */
export function radios(legend, choices, onchange) {
  const name = freshId("choice");
  const inputs = new Map();
  const row = el("div", { class: "segments" });
  for (const [value, label] of choices) {
    const input = el("input", { type: "radio", name, value, onchange: () => onchange(value) });
    inputs.set(value, input);
    row.append(el("label", {}, input, el("span", { text: label })));
  }
  return {
    element: el("fieldset", { class: "radios" }, el("legend", { text: legend }), row),
    set(value) {
      for (const [known, input] of inputs) input.checked = known === value;
    },
    enable(value, on) {
      inputs.get(value).disabled = !on;
    },
  };
}

/** A function that runs `action` when it has not been called for `wait` milliseconds. `.now()` runs it at
 * once, and `.cancel()` drops it. */
export function debounce(action, wait) {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(action, wait);
  };
  later.cancel = () => clearTimeout(timer);
  later.now = () => {
    clearTimeout(timer);
    action();
  };
  return later;
}


/** What a visitor does to a square: on a screen that is touched, they tap it. */
export const clickWord = () => (matchMedia("(hover: none)").matches ? "Tap" : "Click");
