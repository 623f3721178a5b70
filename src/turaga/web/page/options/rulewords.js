/** A rule in words. Pure functions. */

import { several } from "../core/words.js";
import { isRandom } from "../walk/rule.js";

/** @typedef {import("../walk/rule.js").Rule} Rule */

/** Tie-breaks as they are named in a sentence. */
const TIES = {
  outermost: () => "distance from the centre",
  corner: () => "distance from a corner",
  lookahead: (/** @type {number} */ depth) => `looking ahead ${several(depth, "move")}`,
  random: () => "random choice",
};

/**
 * A rule in words: "fewest onward moves, ties broken by distance from the centre, then by order 12345678".
 * @param {Rule} rule as `parseRule` of walk/rule.js returns it
 */
export function ruleInWords({ stages, order, most, openStart, deadEndsLast }) {
  const breaks = stages.map(({ kind, depth }) => TIES[kind](depth));
  if (!isRandom({ stages })) breaks.push(`order ${order}`);
  return [
    `${most ? "most" : "fewest"} onward moves`,
    `ties broken by ${breaks.join(", then by ")}`,
    ...(openStart ? ["open start"] : []),
    ...(deadEndsLast ? ["dead ends last"] : []),
  ].join(", ");
}

/** The name of a published system, short enough for a list: "Bencic’s seminar". @param {{who: string}} system */
export function systemName({ who }) {
  return who.replace(/ \(.*\)$/, "").replace("'", "’");
}
