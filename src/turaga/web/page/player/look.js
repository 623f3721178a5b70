/** How a walk is shown: the switches, and their parameters in a link. */

import { checkBox, el } from "../core/dom.js";
import { sizeName } from "../core/names.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {{lines: boolean, numbers: boolean, colours: boolean, degrees: boolean}} Look */

const SWITCHES = [
  ["lines", "Line"],
  ["numbers", "Numbers"],
  ["colours", "Colour by step"],
  ["degrees", "Degrees"],
];
/** The usual look. @type {Look} */
const USUAL = { lines: true, numbers: false, colours: true, degrees: true };

/** The look of a picture, in the fields of /draw. @param {Look} look */
export function pictureLook({ numbers, colours }) {
  return { numbers, colour: colours ? "steps" : "plain" };
}

/**
 * The look in the parameters of a link.
 * @param {Readonly<Record<string, string>>} params
 * @returns {Look}
 */
export function lookOf(params) {
  const read = (/** @type {string} */ name) => (params[name] === undefined ? USUAL[name] : params[name] !== "0");
  return /** @type {Look} */ (Object.fromEntries(SWITCHES.map(([name]) => [name, read(name)])));
}

/**
 * The parameters with one switch changed; a switch in its usual position has none.
 * @param {Readonly<Record<string, string>>} params
 * @param {string} name
 * @param {boolean} on
 */
export function withSwitch(params, name, on) {
  const { [name]: _, ...rest } = params;
  return on === USUAL[name] ? rest : { ...rest, [name]: on ? "1" : "0" };
}

/**
 * A warning if something was switched on that needs larger squares; otherwise "".
 * @param {string} name
 * @param {boolean} on
 * @param {Board} board
 * @param {{hasRoomForNumbers: boolean, hasRoomForFigures: boolean}} view
 */
export function noRoomWords(name, on, board, view) {
  const isTooSmall =
    (name === "numbers" && !view.hasRoomForNumbers) || (name === "degrees" && !view.hasRoomForFigures);
  return isTooSmall && on ? `The squares of this ${sizeName(board)} board are too small to show ${name}.` : "";
}

/**
 * The switches. `onChange` is called with the name of the switch and whether it is on.
 * @param {(name: string, on: boolean) => void} onChange
 */
export function makeSwitches(onChange) {
  const boxes = SWITCHES.map(([name, label]) => ({
    name,
    ...checkBox(label, { name, onchange: (/** @type {boolean} */ on) => onChange(name, on) }),
  }));
  return {
    element: el("div", { class: "switches", role: "group", "aria-label": "Show on the board" },
      ...boxes.map(({ element }) => element)), // prettier-ignore
    /** @param {Look} look */
    show(look) {
      for (const { name, input } of boxes) input.checked = look[name];
    },
  };
}
