/** The words about the current step of Explore, in parts (see player/frames.js). */

import { clickWord } from "../core/dom.js";

/**
 * The description of a frame. While a walk draws itself step by step, it would only flicker; and that a tour by a rule
 * is complete, the outcome says already. Then it says what the board is for instead.
 * @param {{reel: import("../player/frames.js").Reel, result: import("./finder.js").Result | null, at: number,
 *   isDrawing: boolean, sets: string}} now  `sets`: what a click on the board sets, "start" or "end"
 * @returns {import("../player/frames.js").Parts[]}
 */
export function stepParts({ reel, result, at, isDrawing, sets }) {
  const isDone = result?.walk && result.ending === "tour" && at === reel.length - 1;
  if (isDone || (isDrawing && reel.noun !== "frame")) return [[`${clickWord()} any square to ${sets === "end" ? "end the" : "start a"} tour there.`]];
  return reel.length ? reel.parts(at) : [];
}
