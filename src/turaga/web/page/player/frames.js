/**
 * Walks as frames: the squares visited at each moment, where the knight can go, where it goes next, and the
 * description. Frames are counted from 0 and can be read in any order. Walks by a rule have their own frames
 * (`walk/reel.js`), of the same shape. Pure functions.
 */

import { fromPair, isMove } from "../core/board.js";
import { nameOf, splitSquares } from "../core/names.js";
import { GIVEN } from "../walk/position.js";
import { Reel as WalkReel } from "../walk/reel.js";
import { parseRule } from "../walk/rule.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {(string | number)[]} Parts  a sentence: texts, and squares as their indices */

/**
 * @typedef {object} Frame
 * @property {ArrayLike<number>} path the squares visited; read-only
 * @property {ArrayLike<number>} [whole] the walk that `path` is the beginning of
 * @property {number[]} targets where the knight can go
 * @property {number | null} next where it goes next
 * @property {number | null} left the square that a search has just gone back from
 * @property {Map<number, {kind: string, text?: string, words?: string}>} [marks] squares to highlight
 * @property {{squares: ArrayLike<number>, closed?: boolean, kind: string}[]} [strokes] further lines
 */

/**
 * @typedef {object} Reel
 * @property {number} length the number of frames
 * @property {number} total the number of squares of the whole walk, for colours
 * @property {ArrayLike<number>} path the walk in the last frame
 * @property {(i: number) => Frame} frame
 * @property {(i: number) => Parts[]} parts the description
 * @property {(i: number) => Map<number, number>} [degrees] as the rule counts them
 * @property {"step" | "frame"} [noun] what a frame is called: a step, if every frame enters one square
 * @property {(step: number) => number} [frameOf] the frame that enters the square of a step, from 1; without it,
 *   the last frame if frames are not steps
 * @property {{at: number, kind: string, words?: string}[]} [marks] for the timeline
 */

/** An empty frame. @type {Frame} */
const NOTHING = { path: [], targets: [], next: null, left: null };
/** No frames at all. @type {Reel} */
export const EMPTY = { length: 0, total: 0, path: [], frame: () => NOTHING, parts: () => [] };

/** A tour that no rule made: its frames name the possible moves, but no reason for the choice. */
class TourReel extends WalkReel {
  /** @param {number} i @returns {Parts[]} */
  parts(i) {
    const [where, ...rest] = super.parts(i);
    const { candidates, next, ending } = this.facts(i);
    if (ending || candidates.length < 1) return [where, ...rest];
    if (candidates.length === 1) return [where, ["The only possible move is to ", next, ` (degree ${candidates[0][1]}).`]];
    const moves = candidates.flatMap(([n, degree], k) => [k ? ", " : "", n, ` (${degree})`]);
    return [where, ["Possible moves and their degrees: ", ...moves, "."], ...rest];
  }
}

/**
 * The frames of a tour or walk given by its squares.
 * @param {Board} board
 * @param {ArrayLike<number>} squares
 * @returns {Reel}
 */
export function reelOfPath(board, squares) {
  if (!squares.length) return EMPTY;
  const path = Int32Array.from(squares);
  const rule = parseRule();
  const isTour = path.length === board.size;
  return new TourReel({
    board,
    rule,
    seed: "0",
    path,
    given: path.length,
    isTour,
    closed: isTour && path.length > 2 && isMove(board, path[0], path[path.length - 1]),
    options: new Uint8Array(path.length),
    decided: new Uint8Array(path.length).fill(GIVEN),
    kept: new Uint8Array(path.length * rule.stages.length),
  });
}

/** The frame to show for a step of the whole walk, from 1. @param {Reel} reel @param {number} step */
export function frameOfStep(reel, step) {
  return reel.frameOf?.(step) ?? (reel.noun === "frame" ? reel.length - 1 : step - 1);
}

/** A description by the server, in parts. @param {Board} board @param {string[]} says @returns {Parts[]} */
export function partsOf(board, says) {
  return says.map((text) => splitSquares(board, text));
}

/** A description as text, with the names of the squares. @param {Board} board @param {Parts[]} parts */
export function textOf(board, parts) {
  const written = (/** @type {Parts} */ one) => one.map((part) => (typeof part === "number" ? nameOf(board, part) : part)).join("");
  return parts.map(written).join(" ");
}

/**
 * The frames of a search, from the API.
 * @param {Board} board
 * @param {any[]} frames of /watch
 * @returns {Reel}
 */
export function reelOfSearch(board, frames) {
  // The square that each frame entered or left. A frame of the API only names where the knight is after it.
  const moved = [];
  const marks = [];
  let path = [];
  let total = 0;
  frames.forEach(({ entered, square }, i) => {
    if (entered) path.push(fromPair(board, square));
    moved.push(path[path.length - 1]);
    if (!entered) {
      path.pop();
      if (frames[i - 1]?.entered) marks.push({ at: i - 1, kind: "dead-end", words: "dead end" });
    }
    total = Math.max(total, path.length);
  });
  const last = path.slice();
  const enteredAt = []; // for each step of the last path: the frame that entered it
  for (let i = 0, depth = 0; i < frames.length; i++) {
    if (frames[i].entered) enteredAt[depth++] = i;
    else depth--;
  }
  let done = frames.length; // number of frames applied to the path

  /** @param {number} count */
  function goTo(count) {
    if (count < done / 2) [path, done] = [[], 0]; // starting again is quicker
    for (; done < count; done++) step(frames[done].entered, moved[done]);
    for (; done > count; done--) step(!frames[done - 1].entered, moved[done - 1]);
  }

  /** @param {boolean} entered @param {number} square */
  function step(entered, square) {
    if (entered) path.push(square);
    else path.pop();
  }

  return {
    length: frames.length,
    total,
    path: last,
    noun: "frame",
    marks,
    frameOf: (step) => enteredAt[step - 1],
    parts: (i) => (i < frames.length ? partsOf(board, frames[i].says) : []),
    frame(i) {
      if (i >= frames.length) return NOTHING;
      goTo(i + 1);
      const { entered, candidates, next } = frames[i];
      return {
        path: path.slice(),
        targets: candidates.map((/** @type {number[]} */ pair) => fromPair(board, pair)),
        next: next ? fromPair(board, next) : null,
        left: entered ? null : moved[i],
      };
    },
  };
}

/**
 * The first step at which two walks are on different squares, or at which only one of them continues; null
 * if they are the same.
 * @param {ArrayLike<number>} one
 * @param {ArrayLike<number>} other
 * @returns {number | null} the index of the first square that differs
 */
export function firstDifference(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) if (one[i] !== other[i]) return i;
  return one.length === other.length ? null : shared;
}
