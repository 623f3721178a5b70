/** What Compare says. Pure functions. */

import { nameOf, renamed, sizeName } from "../core/names.js";
import { grouped, sentence, several } from "../core/words.js";
import { firstDifference } from "../player/frames.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./load.js").Loaded} Loaded */
/** @typedef {import("../player/frames.js").Reel} Reel */

/** The largest board of a comparison. */
export const MOST_SIDE = 60;

/** @param {Board} board */
export const isTooLarge = ({ rows, cols }) => rows > MOST_SIDE || cols > MOST_SIDE;

/** @param {Board} board */
export function tooLargeWords(board) {
  return `Compare shows boards of up to ${MOST_SIDE}x${MOST_SIDE}. This board is ${sizeName(board)}.`;
}

/**
 * The outcome of a side: a short one for above the board, and a sentence.
 * @param {Board} board
 * @param {number} start
 * @param {Loaded} loaded
 * @returns {{kind: string, short: string, text: string}}
 */
export function outcomeWords(board, start, { reel, ending, closed, visited, backtracks, reason }) {
  const last = reel.path.length ? nameOf(board, reel.path[reel.path.length - 1]) : "";
  const back = backtracks ? ` with ${several(backtracks, "backtrack")}` : "";
  const why = reason ? ` ${sentence(renamed(board, reason))}` : "";
  switch (ending) {
    case "tour": {
      const which = closed ? "Closed tour" : "Open tour";
      return { kind: "found", short: which, text: `${which} from ${nameOf(board, reel.path[0])} to ${last}${back}.${why}` };
    }
    case "impossible":
      return { kind: "impossible", short: "No tour", text: `There is no such tour from ${nameOf(board, start)}.${why}` };
    case "limit":
      return { kind: "gave-up", short: "Not found", text: `The search stopped after ${several(reel.length, "frame")}.${why}` };
    default: {
      const left = several(board.size - visited, "square");
      const short = `${grouped(visited)} of ${grouped(board.size)} squares`;
      return { kind: "gave-up", short, text: `${short}: a dead end on ${last} with ${left} unvisited.${why}` };
    }
  }
}

/** Whether every frame of a reel enters one square. @param {Reel} reel */
const isPlain = (reel) => reel.noun !== "frame" && reel.length === reel.path.length;

/**
 * Where two walks first differ.
 * @param {Reel} left
 * @param {Reel} right
 * @returns {{step: number, frame: number | null} | null} `step`: the index of the square; `frame`: when it is
 *   reached, or null if frames are not steps. Null if the walks are the same, or if there is nothing to compare.
 */
export function differenceOf(left, right) {
  if (!left.path.length || !right.path.length) return null;
  const step = firstDifference(left.path, right.path);
  if (step === null) return null;
  return { step, frame: isPlain(left) && isPlain(right) ? step : null };
}

/**
 * The same in words.
 * @param {Board} board
 * @param {Reel} left
 * @param {Reel} right
 */
export function differenceWords(board, left, right) {
  if (!left.path.length || !right.path.length) return "";
  const found = differenceOf(left, right);
  if (!found) return `The two walks are the same (${several(left.path.length, "square")}).`;
  const { step, frame } = found;
  const names = [left, right].map(({ path }) => (step < path.length ? nameOf(board, path[step]) : null));
  const what = frame === null ? "The finished walks" : "The walks";
  const ended = names.indexOf(null);
  if (ended >= 0) return `${what} are the same up to step ${step}, where the ${ended ? "right" : "left"} one ends.`;
  return `${what} first differ at step ${step + 1}: ${names[0]} on the left, ${names[1]} on the right.`;
}
