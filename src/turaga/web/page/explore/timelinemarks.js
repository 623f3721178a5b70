/** The marks on the timeline of a result. Pure functions. */

import { ORDER, RANDOM, TIE_BREAK } from "../walk/position.js";

/** @typedef {import("../player/timeline.js").TimelineMark} TimelineMark */

const MOST_LOOKED_AT = 20_000; // squares

/**
 * Where the rule had a real choice (several squares were equally good), dead ends, the mistake, and what the
 * method itself marks: the beginning of a repair, and joins.
 * @param {import("./finder.js").Result} result
 * @param {import("./lost.js").Lost | null} lost
 * @returns {TimelineMark[]}
 */
export function marksOfResult({ walk, reel, ending }, lost) {
  /** @type {TimelineMark[]} */
  const marks = [];
  if (walk && walk.path.length <= MOST_LOOKED_AT) {
    walk.decided.forEach((by, at) => {
      if (by === TIE_BREAK || by === RANDOM || by === ORDER) marks.push({ at, kind: "choice", words: "a tie" });
    });
  }
  marks.push(...(reel.marks ?? []));
  if (ending === "dead end") marks.push({ at: reel.length - 1, kind: "dead-end", words: "dead end" });
  if (lost?.kind === "lost") marks.push({ at: lost.step, kind: "lost", words: "the mistake" });
  return marks;
}
