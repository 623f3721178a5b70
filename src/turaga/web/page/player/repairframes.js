/** The frames of Euler's method: the walk square by square, then one frame for each change. Pure functions. */

import { fromPair } from "../core/board.js";
import { partsOf, reelOfSearch } from "./frames.js";

/** @typedef {import("../core/board.js").Board} Board */

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * The walk after a change.
 * @param {Board} board
 * @param {number[]} path before the change
 * @param {{kind: string, first: number, last: number, inserted: number[][], start: number[]}} change
 * @returns {number[]}
 */
export function changedPath(board, path, { kind, first, inserted, start }) {
  const [before, after] = [path.slice(0, first - 1), path.slice(first - 1)];
  if (kind === "reversal" || kind === "turn") return [...before, ...after.reverse()];
  if (kind === "cut") {
    const at = path.indexOf(fromPair(board, start));
    return [...path.slice(at), ...path.slice(0, at)];
  }
  return [...before, ...inserted.map((pair) => fromPair(board, pair)), ...after];
}

/**
 * The frames of a response of /watch with method euler.
 * @param {Board} board
 * @param {{frames: any[], missed: number[][]}} response
 * @returns {import("./frames.js").Reel}
 */
export function reelOfRepair(board, { frames, missed }) {
  const walkLength = frames.filter(({ change }) => !change).length;
  const walked = reelOfSearch(board, frames.slice(0, walkLength));
  const letters = new Map(
    missed.map((pair, i) => [fromPair(board, pair), missed.length <= LETTERS.length ? LETTERS[i] : ""]),
  );
  const first = { at: walkLength - 1, path: Array.from(walked.path) };
  let stage = first;

  /** The walk at a frame. The next one needs one change; going back makes all of them again. @param {number} i */
  function pathAt(i) {
    if (i < stage.at) stage = first;
    while (stage.at < i) {
      const at = stage.at + 1;
      stage = { at, path: changedPath(board, stage.path, frames[at].change) };
    }
    return stage.path;
  }

  /** @param {number} i @param {number[]} path */
  function marksOf(i, path) {
    const visited = new Set(path);
    const marks = new Map();
    for (const [n, letter] of letters) {
      if (visited.has(n)) continue;
      marks.set(n, { kind: "missed", text: letter, words: letter ? `unvisited, ${letter}` : "unvisited" });
    }
    const change = frames[i].change;
    if (change?.kind === "reversal") {
      for (const n of path.slice(change.first - 1, change.last)) marks.set(n, { kind: "reversed", words: "reversed" });
    }
    for (const pair of change?.inserted ?? []) {
      marks.set(fromPair(board, pair), { kind: "inserted", words: "inserted" });
    }
    return marks;
  }

  return {
    length: frames.length,
    total: board.size,
    path: pathAt(frames.length - 1),
    noun: "frame",
    marks: walkLength < frames.length ? [{ at: walkLength, kind: "part", words: "the repair begins" }] : [],
    parts: (i) => (i < frames.length ? partsOf(board, frames[i].says) : []),
    frame(i) {
      if (i < walkLength - 1 || i >= frames.length) return walked.frame(i);
      const path = pathAt(i);
      return { path, targets: [], next: null, left: null, marks: marksOf(i, path) };
    },
  };
}
