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
const PLAIN_SIDE = 24; // on larger boards a line of one colour is hard to follow

/** The usual look on a board. @param {Board} board @returns {Look} */
export function usualLook({ rows, cols }) {
  return { lines: true, numbers: false, colours: Math.max(rows, cols) > PLAIN_SIDE, degrees: true };
}

/**
 * The look in the parameters of a link.
 * @param {Readonly<Record<string, string>>} params
 * @param {Board} board
 * @returns {Look}
 */
export function lookOf(params, board) {
  const usual = usualLook(board);
  const read = (/** @type {string} */ name) => (params[name] === undefined ? usual[name] : params[name] !== "0");
  return /** @type {Look} */ (Object.fromEntries(SWITCHES.map(([name]) => [name, read(name)])));
}

/**
 * The parameters with one switch changed; a switch in its usual position has none.
 * @param {Readonly<Record<string, string>>} params
 * @param {Board} board
 * @param {string} name
 * @param {boolean} on
 */
export function withSwitch(params, board, name, on) {
  const { [name]: _, ...rest } = params;
  return on === usualLook(board)[name] ? rest : { ...rest, [name]: on ? "1" : "0" };
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
