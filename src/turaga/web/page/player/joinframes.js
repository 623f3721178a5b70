/** The frames of Vandermonde's method and of the joining of cycles: how parts of a board become one tour. */

import { fromPair } from "../core/board.js";
import { partsOf } from "./frames.js";
import { marksFrom, strokesFrom } from "./marks.js";

/** @typedef {import("../core/board.js").Board} Board */

const COLOURS = 8; // strokes of kind cycle1 to cycle8

/**
 * The frames of a response of /watch with method vandermonde or cycles. Each part of the board keeps its colour
 * while it grows; moves that have just been dropped are dashed, and new ones are bold.
 * @param {Board} board
 * @param {{frames: any[]}} response
 * @returns {import("./frames.js").Reel}
 */
export function reelOfJoins(board, { frames }) {
  const path = tourOf(board, frames[frames.length - 1]);
  const joins = frames.flatMap(({ added }, at) => (added.length ? [{ at, kind: "join", words: "joined" }] : []));
  return {
    length: frames.length,
    total: board.size,
    path,
    noun: "frame",
    marks: joins,
    parts: (i) => (i < frames.length ? partsOf(board, frames[i].says) : []),
    frame(i) {
      const { paths, removed, added, marks, notes } = frames[Math.min(i, frames.length - 1)];
      const isDone = i >= frames.length - 1 && path.length && !added.length && !removed.length;
      if (isDone) return { path, targets: [], next: null, left: null }; // drawn as any other tour
      return {
        path: [],
        targets: [],
        next: null,
        left: null,
        marks: marksFrom(board, { marks, notes }),
        strokes: [
          ...paths.map((/** @type {any} */ part) => strokeOf(board, part)),
          ...strokesFrom(board, removed, "gone"),
          ...strokesFrom(board, added, "new"),
        ],
      };
    },
  };
}

/** @param {Board} board @param {{number: number, squares: number[][], closed: boolean}} part */
function strokeOf(board, { number, squares, closed }) {
  return { squares: squares.map((pair) => fromPair(board, pair)), closed, kind: `cycle${((number - 1) % COLOURS) + 1}` };
}

/** The tour of the last frame; empty if its parts are not one tour. @param {Board} board @param {any} frame */
function tourOf(board, { paths }) {
  if (paths.length !== 1 || paths[0].squares.length !== board.size) return [];
  return paths[0].squares.map((/** @type {number[]} */ pair) => fromPair(board, pair));
}
