/** The frames of Vandermonde's method and of the joining of cycles: how parts of a board become one tour. */

import { fromPair } from "../core/board.js";
import { partsOf } from "./frames.js";

/** @typedef {import("../core/board.js").Board} Board */

const COLOURS = 8; // strokes of kind cycle1 to cycle8

/**
 * The frames of a response of /walk with method vandermonde or cycles. The parts of the board keep their colours
 * while they are joined; moves that have just been dropped are dashed, and new ones are bold.
 * @param {Board} board
 * @param {{frames: any[]}} response
 * @returns {import("./frames.js").Reel}
 */
export function reelOfJoins(board, { frames }) {
  const square = (/** @type {number[]} */ pair) => fromPair(board, pair);
  const stages = frames.map(({ paths, removed = [], added = [] }) => ({
    paths: paths.map(({ squares, closed, number }, /** @type {number} */ k) => ({
      squares: squares.map(square),
      closed,
      kind: `cycle${(((number ?? k + 1) - 1) % COLOURS) + 1}`,
    })),
    removed: removed.map((/** @type {number[][]} */ move) => ({ squares: move.map(square), kind: "gone" })),
    added: added.map((/** @type {number[][]} */ move) => ({ squares: move.map(square), kind: "new" })),
  }));
  const last = stages[stages.length - 1]?.paths ?? [];
  const tour = last.length === 1 && last[0].squares.length === board.size ? last[0].squares : [];
  const joins = stages.flatMap(({ added }, at) => (added.length ? [{ at, kind: "join", words: "joined" }] : []));

  return {
    length: frames.length,
    total: board.size,
    path: tour,
    noun: "frame",
    marks: joins,
    parts: (i) => (i < frames.length ? partsOf(board, frames[i].says) : []),
    frame(i) {
      const { paths, removed, added } = stages[Math.min(i, stages.length - 1)];
      // The finished tour is drawn as any other, with its start and its end.
      if (i === frames.length - 1 && tour.length && !removed.length && !added.length) {
        return { path: tour, targets: [], next: null, left: null };
      }
      return { path: [], targets: [], next: null, left: null, marks: new Map(), strokes: [...paths, ...removed, ...added] };
    },
  };
}
