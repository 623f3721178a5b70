/** The choice of a method: automatic, the rule alone, a search, or Euler's method. */

import { el, radios } from "./dom.js";

const HOWS = [
  ["auto", "Automatic"],
  ["greedy", "Rule only"],
  ["search", "Search"],
  ["euler", "Euler"],
];
const NOTES = {
  auto: "Tries the rule first. If that fails, other methods find a tour or prove that there is none.",
  greedy: "Follows the rule until the tour is complete or there is no move left. You cannot choose the end.",
  search: "Follows the rule, goes back from dead ends to try the next square, and stops after a few thousand steps.",
  euler: "Follows the rule, then repairs the walk: reverses parts of it and inserts the squares it missed.",
};

/** Whether a text names a method. @param {string} text */
export const isHow = (text) => HOWS.some(([how]) => how === text);

/** @param {{onChange: (how: string) => void}} how */
export function makeHowPicker({ onChange }) {
  const choices = radios("Method", HOWS, onChange);
  const note = el("p", { class: "note how-note" });
  choices.element.append(note);
  return {
    element: choices.element,
    set(how) {
      choices.set(how);
      note.textContent = NOTES[how];
    },
  };
}
