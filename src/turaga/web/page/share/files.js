/** Walks and boards as files that are made in the page, without the server. Pure functions, except `save`. */

import { boardFields, holesOf, isClosedTour, isHole, toPair } from "../core/board.js";
import { el } from "../core/dom.js";
import { movesOf } from "../core/moves.js";
import { sizeName } from "../core/names.js";

const MOST_SQUARES = 3600; // of a walk that is sent as a list of squares

/** @typedef {{board: import("../core/board.js").Board, path: ArrayLike<number>, facts?: object}} Walk */

/** The name of a file. @param {Walk} walk @param {string} extension */
export function fileName({ board, path }, extension) {
  return `knights-${path.length === board.size ? "tour" : "walk"}-${sizeName(board)}.${extension}`;
}

/**
 * A walk as a number grid, with 0 for an unvisited square and # for a hole. `turaga solve` prints this format,
 * and `turaga check` reads it.
 * @param {Walk} walk
 */
export function numberGrid({ board, path }) {
  const numbers = new Int32Array(board.area);
  for (let k = 0; k < path.length; k++) numbers[path[k]] = k + 1;
  const width = String(path.length).length;
  const figure = (/** @type {number} */ n) => (isHole(board, n) ? "#" : String(numbers[n])).padStart(width);
  const lines = Array.from({ length: board.rows }, (_, row) =>
    Array.from({ length: board.cols }, (_, col) => figure(row * board.cols + col)).join(" "),
  );
  return `${lines.join("\n")}\n`;
}

/**
 * A walk as the JSON that `turaga` reads: the server's own response, or the same facts made here.
 * @param {Walk} walk
 */
export function walkJson({ board, path, facts = {} }) {
  const squares = Array.from(path, (n) => toPair(board, n));
  return {
    ...facts,
    board: { rows: board.rows, cols: board.cols, holes: holesOf(board).map((n) => toPair(board, n)) },
    leaper: [...board.leaper],
    closed: isClosedTour(board, /** @type {number[]} */ (path)),
    visited: path.length,
    unvisited: board.size - path.length,
    start: squares[0] ?? null,
    end: squares[squares.length - 1] ?? null,
    squares,
  };
}

/** A board as a mask that `turaga solve @mask.txt` reads. @param {import("../core/board.js").Board} board */
export function maskText(board) {
  const lines = Array.from({ length: board.rows }, (_, row) =>
    Array.from({ length: board.cols }, (_, col) => (isHole(board, row * board.cols + col) ? "#" : ".")).join(""),
  );
  return `${lines.join("\n")}\n`;
}

/** The fields of a walk for /draw. A long walk is sent as moves: its squares would be too much. @param {Walk} walk */
export function drawFields({ board, path }) {
  const fields = boardFields(board);
  if (path.length <= MOST_SQUARES) return { ...fields, walk: Array.from(path, (n) => toPair(board, n)) };
  return { ...fields, walk: { start: toPair(board, path[0]), moves: movesOf(board, path) } };
}

/** Let the browser download a board as a mask. @param {import("../core/board.js").Board} board */
export function saveBoard(board) {
  save(new Blob([maskText(board)], { type: "text/plain" }), `board-${board.rows}x${board.cols}.txt`);
}

/** Let the browser download a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const anchor = el("a", { href: url, download: name, hidden: true });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
