/** The frames of Euler's method: the walk square by square, then one frame for each change. Pure functions. */

import { reelOfFrames } from "./frames.js";
import { fromPair } from "./geometry.js";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * The walk after a change.
 * @param {number[]} path before the change
 * @param {{kind: string, first: number, last: number, inserted: number[][], start: number[]}} change
 * @param {number} cols
 * @returns {number[]}
 */
export function changedPath(path, { kind, first, inserted, start }, cols) {
  const [before, after] = [path.slice(0, first - 1), path.slice(first - 1)];
  if (kind === "reversal" || kind === "turn") return [...before, ...after.reverse()];
  if (kind === "cut") {
    const at = path.indexOf(fromPair(start, cols));
    return [...path.slice(at), ...path.slice(0, at)];
  }
  return [...before, ...inserted.map((pair) => fromPair(pair, cols)), ...after];
}

/**
 * The frames of a response of /walk with method euler.
 * @param {{rows: number, cols: number}} board
 * @param {{frames: any[], missed: number[][]}} response
 * @returns {import("./frames.js").Reel}
 */
export function reelOfRepair(board, { frames, missed }) {
  const { cols } = board;
  const walkLength = frames.filter(({ change }) => !change).length;
  const walked = reelOfFrames(board, frames.slice(0, walkLength));
  const letters = new Map(
    missed.map((pair, i) => [fromPair(pair, cols), missed.length <= LETTERS.length ? LETTERS[i] : ""]),
  );
  let stage = { at: walkLength - 1, path: walked.path };

  /** The walk at a frame. The next one needs one change; going back makes all of them again. */
  function pathAt(i) {
    if (i < stage.at) stage = { at: walkLength - 1, path: walked.path };
    while (stage.at < i) {
      const at = stage.at + 1;
      stage = { at, path: changedPath(stage.path, frames[at].change, cols) };
    }
    return stage.path;
  }

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
      marks.set(fromPair(pair, cols), { kind: "inserted", words: "inserted" });
    }
    return marks;
  }

  return {
    length: frames.length,
    total: board.rows * cols,
    path: pathAt(frames.length - 1),
    marks: walkLength < frames.length ? [{ at: walkLength, kind: "part" }] : [], // where the repair begins
    frame(i) {
      if (i < walkLength - 1 || i >= frames.length) return walked.frame(i);
      const path = pathAt(i);
      return { path, targets: [], next: null, left: null, says: frames[i].says, marks: marksOf(i, path) };
    },
  };
}
