/** Where keys go on a board, and which squares a stroke of the pointer passes. Nothing here touches the page.
 * */

import { isHole } from "../core/board.js";

/** @typedef {import("../core/board.js").Board} Board */

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const ENDS = { Home: [0, -1], End: [0, 1], PageUp: [-1, 0], PageDown: [1, 0] };

/**
 * The square that a key moves to from square n, or null if the key does not move. Holes are passed over, unless
 * `holes` are squares here too.
 * @param {{key: string, ctrlKey: boolean}} event @param {number} n @param {Board} board @param {boolean}
 * [holes]
 * @returns {number | null}
 */
export function keyTarget(event, n, board, holes = false) {
  const { rows, cols, area } = board;
  const isSquare = (at) => holes || !isHole(board, at);
  const corner = event.ctrlKey && (event.key === "Home" || event.key === "End");
  if (corner) {
    const found = firstIn(event.key === "Home" ? 0 : area - 1, event.key === "Home" ? 1 : -1, area, isSquare);
    return found ?? n;
  }
  const end = ENDS[event.key];
  const step = STEPS[event.key];
  if (!end && !step) return null;
  const [down, right] = end ?? step;
  let best = n;
  let [row, col] = [Math.floor(n / cols) + down, (n % cols) + right];
  for (; row >= 0 && row < rows && col >= 0 && col < cols; row += down, col += right) {
    if (!isSquare(row * cols + col)) continue;
    best = row * cols + col;
    if (step) break;
  }
  return best;
}

/** @param {number} from @param {number} step @param {number} area @param {(n: number) => boolean} isSquare */
function firstIn(from, step, area, isSquare) {
  for (let n = from; n >= 0 && n < area; n += step) if (isSquare(n)) return n;
  return null;
}

/**
 * The squares between two places, without that of the first. Places are in squares from the top left corner.
 * Parts of the stroke outside the board have none.
 * @param {{row: number, col: number}} from @param {{row: number, col: number}} to @param {Board} board
 * @returns {number[]}
 */
export function squaresBetween(from, to, board) {
  const found = [];
  const count = Math.max(1, Math.ceil(4 * Math.max(Math.abs(to.row - from.row), Math.abs(to.col - from.col))));
  let before = squareAt(from, board);
  for (let k = 1; k <= count; k++) {
    const part = k / count;
    const row = from.row + (to.row - from.row) * part;
    const col = from.col + (to.col - from.col) * part;
    const n = squareAt({ row, col }, board);
    if (n !== null && n !== before) found.push(n);
    before = n;
  }
  return found;
}

/** The square at a place, or null outside the board. @param {{row: number, col: number}} place
 * @param {Board} board */
export function squareAt({ row, col }, { rows, cols }) {
  if (!(row >= 0 && row < rows && col >= 0 && col < cols)) return null;
  return Math.floor(row) * cols + Math.floor(col);
}
