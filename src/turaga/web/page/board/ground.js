/** The squares of a board as outlines: light ones, dark ones, and the frame around them. */

import { isHole } from "../core/board.js";

/** @typedef {import("../core/board.js").Board} Board */

/**
 * The squares of one colour as the data of an SVG path.
 * @param {Board} board @param {0 | 1} colour 0 for squares like the top left one @param {number} unit
 */
export function squaresData(board, colour, unit) {
  let data = "";
  for (let row = 0; row < board.rows; row++) {
    for (let col = (row + colour) % 2; col < board.cols; col += 2) {
      if (isHole(board, row * board.cols + col)) continue;
      data += `M${col * unit} ${row * unit}h${unit}v${unit}h${-unit}z`;
    }
  }
  return data;
}

/**
 * The sides of squares beyond which there is no square, as straight pieces from one corner to another.
 * @param {Board} board
 * @param {{top: number, left: number, bottom: number, right: number}} [part] rows and columns, ends not
 * included
 * @returns {[number, number, number, number][]} x and y of both corners, in squares
 */
export function borderOf(board, part = { top: 0, left: 0, bottom: board.rows, right: board.cols }) {
  const { rows, cols } = board;
  const has = (row, col) =>
    row >= 0 && row < rows && col >= 0 && col < cols && !isHole(board, row * cols + col);
  /** @type {[number, number, number, number][]} */
  const pieces = [];
  /** Collect runs along a line between two rows or columns. */
  const collect = (from, to, isBorder, add) => {
    let begun = -1;
    for (let at = from; at <= to; at++) {
      const on = at < to && isBorder(at);
      if (on && begun < 0) begun = at;
      if (!on && begun >= 0) {
        add(begun, at);
        begun = -1;
      }
    }
  };
  for (let y = part.top; y <= part.bottom; y++) {
    const isBorder = (col) => has(y - 1, col) !== has(y, col);
    collect(part.left, part.right, isBorder, (a, b) => pieces.push([a, y, b, y]));
  }
  for (let x = part.left; x <= part.right; x++) {
    const isBorder = (row) => has(row, x - 1) !== has(row, x);
    collect(part.top, part.bottom, isBorder, (a, b) => pieces.push([x, a, x, b]));
  }
  return pieces;
}
