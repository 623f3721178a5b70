/** What a brush paints: a square and its images under a symmetry of the board. Pure functions. */

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {"none" | "sides" | "top" | "both" | "turn"} Symmetry */

/** The symmetries, with their names. @type {[Symmetry, string][]} */
export const SYMMETRIES = [
  ["none", "None"], ["sides", "Left–right"], ["top", "Top–bottom"], ["both", "Both"], ["turn", "Half turn"],
]; // prettier-ignore

/**
 * A square and its images.
 * @param {Board} board
 * @param {number} n
 * @param {Symmetry} symmetry
 * @returns {number[]} each once
 */
export function imagesOf({ rows, cols }, n, symmetry) {
  const [row, col] = [Math.floor(n / cols), n % cols];
  const at = (/** @type {number} */ r, /** @type {number} */ c) => r * cols + c;
  const across = at(row, cols - 1 - col);
  const down = at(rows - 1 - row, col);
  const turned = at(rows - 1 - row, cols - 1 - col);
  const images = { none: [], sides: [across], top: [down], both: [across, down, turned], turn: [turned] };
  return [...new Set([n, ...images[symmetry]])];
}

/**
 * The mask after painting squares: holes if `makeHoles`, otherwise squares. The last square stays.
 * @param {Uint8Array} mask
 * @param {number[]} squares
 * @param {boolean} makeHoles
 * @returns {Uint8Array}
 */
export function painted(mask, squares, makeHoles) {
  const next = mask.slice();
  for (const n of squares) next[n] = makeHoles ? 1 : 0;
  return next.includes(0) ? next : mask;
}
