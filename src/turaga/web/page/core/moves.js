/** Walks as a start and a string of directions, "17365...": one digit for each move. Pure functions. */

import { directions, isHole } from "./board.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * The directions of the moves of a walk.
 * @param {Board} board
 * @param {ArrayLike<number>} path
 * @returns {string}
 */
export function movesOf(board, path) {
  const digit = new Map();
  directions(board.leaper).forEach(([down, right], i) => {
    const key = `${down} ${right}`;
    if (!digit.has(key)) digit.set(key, String(i + 1));
  });
  const moves = [];
  for (let i = 1; i < path.length; i++) {
    const down = Math.floor(path[i] / board.cols) - Math.floor(path[i - 1] / board.cols);
    const right = (path[i] % board.cols) - (path[i - 1] % board.cols);
    moves.push(digit.get(`${down} ${right}`));
  }
  return moves.join("");
}

/**
 * The squares of a walk; null if the moves leave the board, enter a hole or visit a square twice.
 * @param {Board} board
 * @param {number} start
 * @param {string} moves
 * @returns {Int32Array | null}
 */
export function pathOfMoves(board, start, moves) {
  if (moves.length >= board.size || !/^[1-8]*$/.test(moves) || isHole(board, start)) return null;
  const steps = directions(board.leaper);
  const visited = new Uint8Array(board.area);
  const path = new Int32Array(moves.length + 1);
  let [row, col] = [Math.floor(start / board.cols), start % board.cols];
  path[0] = start;
  visited[start] = 1;
  for (let i = 0; i < moves.length; i++) {
    const [down, right] = steps[moves.charCodeAt(i) - 49];
    row += down;
    col += right;
    const n = row * board.cols + col;
    if (row < 0 || col < 0 || row >= board.rows || col >= board.cols || visited[n] || isHole(board, n)) return null;
    visited[n] = 1;
    path[i + 1] = n;
  }
  return path;
}
