/** The scene of one frame of a walk, for the board (see board/scene.js), and the label of each square. */

import { degreesOf, isClosedTour, isHole } from "../core/board.js";
import { nameOf } from "../core/names.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./frames.js").Reel} Reel */
/** @typedef {import("./look.js").Look} Look */
/** @typedef {Map<number, {kind: string, text?: string, words?: string}>} Marks */

const MOST_MISSED = 10_000; // squares that are marked as unvisited

/**
 * The label of a square for screen readers: "e4, start, step 1".
 * @param {Board} board
 * @param {number} n
 * @param {{step?: number, isKnight?: boolean, isStart?: boolean, isEnd?: boolean, degree?: number,
 *   isTarget?: boolean, note?: string}} facts
 */
export function squareWords(board, n, { step = 0, isKnight, isStart, isEnd, degree, isTarget, note = "" }) {
  const words = [nameOf(board, n)];
  if (isHole(board, n)) return `${words[0]}, hole`;
  if (isStart) words.push("start");
  if (isEnd) words.push("end");
  if (isKnight) words.push("the knight");
  if (step) words.push(`step ${step}`);
  else if (isTarget) words.push("possible move");
  if (!step && degree !== undefined) words.push(`degree ${degree}`);
  if (note) words.push(note);
  return words.join(", ");
}

/** @type {{path: ArrayLike<number> | null, stepOf: Int32Array}} */
let known = { path: null, stepOf: new Int32Array(0) };

/** The step of each square of a path, from 1; 0 if it is not visited. Kept for the path of the last frame.
 * @param {Board} board @param {ArrayLike<number>} path */
function stepsOfPath(board, path) {
  if (known.path === path && known.stepOf.length === board.area) return known.stepOf;
  const stepOf = new Int32Array(board.area);
  for (let i = 0; i < path.length; i++) stepOf[path[i]] = i + 1;
  known = { path, stepOf };
  return stepOf;
}

/**
 * The scene of one frame. Before the last frame it shows where the knight can go and the degrees of unvisited
 * squares. The last frame shows the end and the squares that were not visited.
 * @param {{board: Board, look: Look, reel: Reel, at: number, hasRoom: boolean, start: number | null,
 *   end?: number | null, openStart?: boolean, marks?: Marks, strokes?: any[]}} what
 *   `at` is the frame. `hasRoom`: whether there is room for degrees. `start` and `end` are the requested ones.
 *   `marks` and `strokes` are added to those of the frame. A frame with marks of its own is a change of a
 *   method: no rule chooses a square there, so it has no degrees.
 */
export function sceneOf({ board, look, reel, at, hasRoom, start, end = null, openStart, marks, strokes = [] }) {
  const frame = reel.frame(Math.max(0, at));
  const { path, targets, next, left } = frame;
  const whole = wholeOf(reel, frame);
  const shown = path.length;
  const over = at >= reel.length - 1;
  const last = shown ? path[shown - 1] : null;
  const first = shown ? path[0] : start;
  const lastSeen = over && shown > 1 ? last : end;
  const free = look.degrees && !over && !frame.marks && hasRoom && shown ? degreesIn({ board, reel, at, path, end, openStart }) : null;
  const stepOf = stepsOfPath(board, whole);
  const step = (/** @type {number} */ n) => (stepOf[n] <= shown ? stepOf[n] : 0);
  /** @type {Marks} */
  const all = new Map(over && reel.path.length && shown ? missed(board, step) : []);
  for (const [n, mark] of frame.marks ?? []) all.set(n, mark);
  if (left !== null) all.set(left, { kind: "left", words: "the search went back from here" });
  for (const [n, mark] of marks ?? []) all.set(n, mark);
  return {
    path: whole,
    shown,
    closed: over && isClosedTour(board, /** @type {number[]} */ (path)),
    total: reel.total,
    numbers: look.numbers,
    lines: look.lines,
    colour: look.colours ? "steps" : "plain",
    degrees: free,
    targets: over ? [] : targets,
    next: over ? null : next,
    start: first,
    end: lastSeen,
    knight: shown > 0 && !(over && look.numbers), // on the last frame, show the number instead
    marks: all,
    strokes: [...(frame.strokes ?? []), ...strokes],
    cellLabel: (/** @type {number} */ n) =>
      squareWords(board, n, {
        step: step(n),
        isKnight: n === last,
        isStart: n === first,
        isEnd: n === lastSeen,
        degree: free?.get(n),
        isTarget: !over && targets.includes(n),
        note: all.get(n)?.words,
      }),
  };
}

/** The path that this frame shows a beginning of: the same array for all frames of a walk, so that the board can
 * continue its line. @param {Reel} reel @param {import("./frames.js").Frame} frame */
function wholeOf(reel, { path }) {
  if (path instanceof Int32Array && reel.path instanceof Int32Array && path.buffer === reel.path.buffer) return reel.path;
  return path;
}

/** As in the rule: an open start lowers no degrees, and a requested end is not entered before the last step. */
function degreesIn({ board, reel, at, path, end, openStart }) {
  if (reel.degrees && end === null) return reel.degrees(at);
  return degreesOf(board, [...path, ...(end === null ? [] : [end])], openStart ? [path[0]] : []);
}

/** Marks for the squares that a finished walk has not visited. @param {Board} board
 * @param {(n: number) => number} step @returns {Marks} */
function missed(board, step) {
  const marks = new Map();
  for (let n = 0; n < board.area && marks.size < MOST_MISSED; n++) {
    if (!step(n) && !isHole(board, n)) marks.set(n, { kind: "missed", words: "unvisited" });
  }
  return marks;
}
