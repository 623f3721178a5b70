/** What Compare says. Pure functions. */

import { isClosedTour } from "../core/board.js";
import { nameOf, sizeName } from "../core/names.js";
import { grouped, several } from "../core/words.js";
import { firstDifference } from "../player/frames.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("../explore/finder.js").Result} Result */
/** @typedef {import("../player/frames.js").Reel} Reel */

/** The largest board of a comparison. */
export const MOST_SIDE = 60;

/** @param {Board} board */
export const isTooLarge = ({ rows, cols }) => rows > MOST_SIDE || cols > MOST_SIDE;

/** @param {Board} board */
export function tooLargeWords(board) {
  return `Compare shows boards of up to ${MOST_SIDE}x${MOST_SIDE}. This board is ${sizeName(board)}.`;
}

/** The outcome of a side in a few words, for above the board. @param {Result} result */
export function shortOutcome({ question: { board }, reel, ending }) {
  if (ending === "impossible") return "No tour";
  if (ending === "tour") return isClosedTour(board, Array.from(reel.path)) ? "Closed tour" : "Open tour";
  return reel.path.length ? `${grouped(reel.path.length)} of ${grouped(board.size)} squares` : "Not found";
}

/** Whether every frame of a reel enters one square. @param {Reel} reel */
const isPlain = (reel) => reel.noun !== "frame" && reel.length === reel.path.length;

/**
 * Where two walks first differ.
 * @param {Reel} a
 * @param {Reel} b
 * @returns {{step: number, frame: number | null} | null} `step`: the index of the square; `frame`: when it is
 *   reached, or null if frames are not steps. Null if the walks are the same, or if there is nothing to
 *   compare.
 */
export function differenceOf(a, b) {
  if (!a.path.length || !b.path.length) return null;
  const step = firstDifference(a.path, b.path);
  if (step === null) return null;
  return { step, frame: isPlain(a) && isPlain(b) ? step : null };
}

/**
 * The same in words.
 * @param {Board} board
 * @param {Reel} a
 * @param {Reel} b
 */
export function differenceWords(board, a, b) {
  if (!a.path.length || !b.path.length) return "";
  const found = differenceOf(a, b);
  if (!found) return `The two walks are the same (${several(a.path.length, "square")}).`;
  const { step, frame } = found;
  const names = [a, b].map(({ path }) => (step < path.length ? nameOf(board, path[step]) : null));
  const what = frame === null ? "The finished walks" : "The walks";
  const ended = names.indexOf(null);
  const ending = ended ? "B" : "A";
  if (ended >= 0) return `${what} are the same up to step ${step}, where ${ending} ends.`;
  return `${what} first differ at step ${step + 1}: ${names[0]} in A, ${names[1]} in B.`;
}
