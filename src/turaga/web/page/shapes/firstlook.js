/**
 * What can be said about a board at once, in the page: colours, and squares with too few moves. The server knows
 * more (bottlenecks, forced moves); this is what is said until it responds, or without it. Pure functions.
 */

import { neighbourTable, squaresOf } from "../core/board.js";
import { several } from "../core/words.js";

/**
 * @typedef {object} Look
 * @property {[number, number] | null} colours  the numbers of squares of the two colours; null if moves keep the colour
 * @property {boolean | null} exists  false if no tour is possible; null if that is not known
 * @property {string} reason
 * @property {number[]} squares  that the reason is about
 */

/**
 * @param {import("../core/board.js").Board} board
 * @param {boolean} closed  whether the tour must be closed
 * @returns {Look}
 */
export function firstLook(board, closed) {
  const [a, b] = board.leaper;
  const squares = squaresOf(board);
  const isDark = (/** @type {number} */ n) => (Math.floor(n / board.cols) + (n % board.cols)) % 2 === 1;
  const dark = squares.filter(isDark).length;
  /** @type {[number, number] | null} */
  const colours = (a + b) % 2 ? [squares.length - dark, dark] : null;
  const no = (/** @type {string} */ reason, /** @type {number[]} */ which = []) => ({ colours, exists: false, reason, squares: which });
  if (squares.length < 2) return { colours, exists: closed ? false : true, reason: "There is only one square.", squares };
  const table = neighbourTable(board);
  const alone = squares.filter((n) => !table[n].length);
  if (alone.length) return no(`${several(alone.length, "square")} cannot be reached at all.`, alone);
  const ends = squares.filter((n) => table[n].length === 1);
  if (closed && ends.length) {
    return no(`${several(ends.length, "square")} with only one move: a closed tour enters and leaves every square.`, ends);
  }
  if (ends.length > 2) return no(`${several(ends.length, "square")} with only one move: a tour has only two ends.`, ends);
  if (colours) {
    const [light] = colours;
    const differ = Math.abs(light - dark);
    if (differ > (closed ? 0 : 1)) {
      const may = closed ? "be equal" : "differ by at most 1";
      return no(`Every move changes the colour, so the numbers of light and dark squares must ${may}.`);
    }
  }
  return { colours, exists: null, reason: "", squares: [] };
}
