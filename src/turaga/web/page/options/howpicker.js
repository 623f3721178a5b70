/** The choice of a method, with one line about each. */

import { el, freshId } from "../core/dom.js";

/** The methods: the name in links, the label, what it does, and whether it needs the server. */
export const METHODS = [
  { how: "auto", label: "Automatic", text: "The rule first; if it fails, the solver finds a tour or proves that there is none." },
  { how: "greedy", label: "Rule only", text: "Follow the rule to a tour or a dead end. The end cannot be chosen." },
  { how: "search", label: "Search", text: "Follow the rule, and go back from dead ends to try the next square." },
  { how: "euler", label: "Euler", text: "Follow the rule, then repair the walk: reverse parts and insert missed squares." },
  { how: "vandermonde", label: "Vandermonde", text: "Draw four symmetric circuits, then join them to one closed tour." },
  { how: "cycles", label: "Cycles", text: "Cover the board with cycles, then join them to one tour." },
]; // prettier-ignore

/** Whether a text names a method. @param {string | undefined} text */
export const isHow = (text) => METHODS.some(({ how }) => how === text);

/** The label of a method by its name in the API: that of the options, or the name with a capital letter.
 * @param {string} name */
export function methodLabel(name) {
  return METHODS.find(({ how }) => how === name)?.label ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** @param {{onChange: (how: string) => void}} how */
export function makeHowPicker({ onChange }) {
  const name = freshId("how");
  const inputs = new Map();
  const rows = METHODS.map(({ how, label, text }) => {
    const about = freshId("about");
    const input = el("input", { type: "radio", name, value: how, "aria-describedby": about, onchange: () => onChange(how) });
    inputs.set(how, input);
    return el("div", { class: "how-row" },
      el("label", { class: "check" }, input, el("span", { text: label })),
      el("p", { class: "note", id: about, text })); // prettier-ignore
  });
  return {
    element: el("fieldset", { class: "hows" }, el("legend", { text: "Method" }), ...rows),
    /** @param {string} how */
    show(how) {
      for (const [known, input] of inputs) input.checked = known === how;
    },
  };
}
