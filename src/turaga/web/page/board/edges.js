/** The names of columns and rows at the edge of a board, as many as fit. Nothing here touches the page. */

import { columnName, rowName, usesLetters } from "../core/names.js";

/** @typedef {import("../core/board.js").Board} Board */

export const EDGE_FIGURES = 11; // pixels
const EVERY = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/**
 * The names of the columns or rows from one to another (not included), each with its place.
 * @param {Board} board
 * @param {"cols" | "rows"} side
 * @param {number} pixels of a square
 * @param {number} [from]
 * @param {number} [to]
 * @returns {{at: number, name: string}[]}
 */
export function edgeNames(board, side, pixels, from = 0, to = board[side]) {
  const letters = usesLetters(board);
  const longest = side === "cols" ? (letters ? 1 : String(board.cols).length) : 1;
  const room = Math.max(EDGE_FIGURES * 1.6, (longest * 0.62 + 0.6) * EDGE_FIGURES);
  const every = EVERY.find((k) => k * pixels >= room) ?? 2000;
  const names = [];
  for (let at = from; at < to; at++) {
    const number = side === "rows" && letters ? board.rows - at : at + 1;
    const isShown = every === 2 ? number % 2 === 1 : number % every === 0 || (number === 1 && every > 1);
    if (isShown) names.push({ at, name: side === "cols" ? columnName(board, at) : rowName(board, at) });
  }
  return names;
}
