/**
 * Random orders of directions for walks that are tried again, the same as in src/turaga/solve/greedy.py.
 * Orders of which one is an image of the other under a symmetry of the board give the same walks up to symmetry,
 * so at most one order of each such class is used.
 */

import { directions, KNIGHT } from "../core/board.js";
import { Rng } from "./rng.js";
import { FIRST_ORDER } from "./rule.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {(row: number, col: number) => [number, number]} Place */

const ORDERS = 40_320; // 8!

/** The eight symmetries of a square: whether to swap rows and columns, and then to mirror rows or columns. */
const SYMMETRIES = [false, true].flatMap((swap) =>
  [1, -1].flatMap((down) => [1, -1].map((right) => ({ swap, down, right }))),
);

/**
 * For each symmetry that maps the board to itself, the digit of the image of each direction. It is the same for
 * every leaper, so the knight's eight distinct directions are enough to find it.
 * @param {Board} board
 * @returns {string[]}
 */
function imagesOf(board) {
  const steps = directions(KNIGHT);
  return SYMMETRIES.filter((one) => keeps(board, one)).map(({ swap, down, right }) =>
    steps
      .map(([d, r]) => (swap ? [r * down, d * right] : [d * down, r * right]))
      .map(([d, r]) => FIRST_ORDER[steps.findIndex((step) => step[0] === d && step[1] === r)])
      .join(""),
  );
}

/** Whether a symmetry maps the board to itself. @param {Board} board
 * @param {typeof SYMMETRIES[number]} symmetry */
function keeps({ rows, cols, holes }, { swap, down, right }) {
  if (swap && rows !== cols) return false;
  if (!holes) return true;
  return holes.every((hole, n) => {
    const [row, col] = [Math.floor(n / cols), n % cols];
    const [r, c] = swap ? [col, row] : [row, col];
    return holes[(down < 0 ? rows - 1 - r : r) * cols + (right < 0 ? cols - 1 - c : c)] === hole;
  });
}

/** The least order of the class of an order. @param {string} order @param {string[]} images */
function classOf(order, images) {
  const all = images.map((image) => [...order].map((digit) => image[Number(digit) - 1]).join(""));
  return all.sort()[0];
}

/**
 * Random orders to try after a walk by the rule has failed.
 * @param {Board} board
 * @param {import("./rule.js").Rule} rule
 * @param {number} start
 * @param {number} most
 */
export function* freshOrders(board, rule, start, most) {
  if (most < 1) return;
  const rng = new Rng(rule.seed, start, 1);
  const images = imagesOf(board);
  const seen = new Set([classOf(rule.order, images)]);
  for (let left = most; left > 0 && seen.size < ORDERS / images.length; ) {
    const order = shuffled(rng);
    const name = classOf(order, images);
    if (seen.has(name)) continue;
    seen.add(name);
    left -= 1;
    yield order;
  }
}

/** The digits in random order, by the method of Fisher and Yates. @param {Rng} rng */
function shuffled(rng) {
  const deck = [...FIRST_ORDER];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck.join("");
}
