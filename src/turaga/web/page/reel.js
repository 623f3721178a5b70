/**
 * A walk or a search as frames: which squares are visited at each moment, where the knight may go and will,
 * and what is said of it. Frames are counted from 0 and may be asked for in any order; the one next to the
 * last asked for costs a step. Pure.
 */

import { fromPair } from "./geometry.js";
import { tourStepWords } from "./words.js";

/**
 * @typedef {object} Frame
 * @property {number[]} path squares visited; not to be changed
 * @property {number[]} targets where the knight may go
 * @property {number | null} next where it will
 * @property {number | null} left the square a search has just gone back from
 * @property {string[]} says
 */

/** @typedef {{length: number, total: number, path: number[], frame: (i: number) => Frame}} Reel */

/** What is seen where there is no frame. */
const nothing = { path: [], targets: [], next: null, left: null, says: [] };
/** No frames at all. */
export const EMPTY = { length: 0, total: 0, path: [], frame: () => nothing };

/**
 * The frames of a tour or a walk that is known as its squares.
 * @param {{rows: number, cols: number}} board
 * @param {number[]} path
 * @returns {Reel}
 */
export function reelOfPath(board, path) {
  return {
    length: path.length,
    total: path.length,
    path,
    frame(i) {
      if (i >= path.length) return nothing;
      const next = i + 1 < path.length ? path[i + 1] : null;
      const soFar = path.slice(0, i + 1);
      return { path: soFar, targets: [], next, left: null, says: tourStepWords(board, soFar, next) };
    },
  };
}

/**
 * The frames the API tells of a walk or a search.
 * @param {{rows: number, cols: number}} board
 * @param {any[]} frames of /walk
 * @returns {Reel}
 */
export function reelOfFrames(board, frames) {
  // The square that each frame entered or left; a frame of the API names where the knight stands after it.
  const moved = [];
  let path = [];
  let total = 0;
  for (const { entered, square } of frames) {
    if (entered) path.push(fromPair(square, board.cols));
    moved.push(path[path.length - 1]);
    if (!entered) path.pop();
    total = Math.max(total, path.length);
  }
  const last = path.slice();
  let done = frames.length; // frames the path has followed

  function goTo(count) {
    if (count < done / 2) [path, done] = [[], 0]; // from the start, where that is nearer
    for (; done < count; done++) step(frames[done].entered, moved[done]);
    for (; done > count; done--) step(!frames[done - 1].entered, moved[done - 1]);
  }

  function step(entered, square) {
    if (entered) path.push(square);
    else path.pop();
  }

  return {
    length: frames.length,
    total,
    path: last,
    frame(i) {
      if (i >= frames.length) return nothing;
      goTo(i + 1);
      const { entered, candidates, next, says } = frames[i];
      return {
        path,
        targets: candidates.map((pair) => fromPair(pair, board.cols)),
        next: next ? fromPair(next, board.cols) : null,
        left: entered ? null : moved[i],
        says,
      };
    },
  };
}

/**
 * The first frame after which two walks stand on different squares, or after which one goes on and the other
 * does not; null if they are the same.
 * @param {number[]} one
 * @param {number[]} other
 * @returns {number | null} the index of the first squares that differ
 */
export function partingOf(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) if (one[i] !== other[i]) return i;
  return one.length === other.length ? null : shared;
}
