/**
 * A walk or a search as frames: the squares visited at each moment, where the knight can go, where it goes
 * next, and the description. Frames are counted from 0 and can be read in any order; going to the next frame
 * is cheap. Pure functions.
 */

import { fromPair } from "./geometry.js";
import { tourStepWords } from "./words.js";

/**
 * @typedef {object} Frame
 * @property {number[]} path the squares visited; read-only
 * @property {number[]} targets where the knight can go
 * @property {number | null} next where it goes next
 * @property {number | null} left the square that a search has just gone back from
 * @property {string[]} says the description, in sentences
 * @property {Map<number, {kind: string, text?: string, words?: string}>} [marks] squares to highlight
 */

/**
 * @typedef {{length: number, total: number, path: number[], frame: (i: number) => Frame,
 *   marks?: {at: number, kind: string}[]}} Reel `marks` are for the timeline
 */

/** An empty frame. */
const nothing = { path: [], targets: [], next: null, left: null, says: [] };
/** No frames at all. */
export const EMPTY = { length: 0, total: 0, path: [], frame: () => nothing };

/**
 * The frames of a tour or walk given by its squares.
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
 * The frames of a walk or search from the API.
 * @param {{rows: number, cols: number}} board
 * @param {any[]} frames of /walk
 * @returns {Reel}
 */
export function reelOfFrames(board, frames) {
  // The square that each frame entered or left. A frame of the API only names where the knight is after it.
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
  let done = frames.length; // number of frames applied to the path

  function goTo(count) {
    if (count < done / 2) [path, done] = [[], 0]; // starting again is quicker
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
 * The first frame at which two walks are on different squares, or at which only one of them continues; null
 * if they are the same.
 * @param {number[]} one
 * @param {number[]} other
 * @returns {number | null} the index of the first square that differs
 */
export function firstDifference(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) if (one[i] !== other[i]) return i;
  return one.length === other.length ? null : shared;
}
