/** The colours and signs of a map. Pure functions. */

/** @typedef {import("../walk/everystart.js").StartResult} StartResult */

const LEAST_HEAT = 0.22; // for one unvisited square, so that it clearly differs from none

/**
 * The colour of each start, from 0 for a tour to 1 for a walk that ends at once; null if there is none yet. The
 * scale is logarithmic, because most walks leave only a few squares.
 * @param {import("../core/board.js").Board} board
 * @param {Map<number, StartResult>} found
 * @returns {(number | null)[]}
 */
export function heatOf({ area, size }, found) {
  const whole = Math.log(Math.max(2, size - 1));
  return Array.from({ length: area }, (_, n) => {
    const unvisited = found.get(n)?.unvisited;
    if (!unvisited) return unvisited ?? null;
    return LEAST_HEAT + (1 - LEAST_HEAT) * Math.min(1, Math.log(unvisited) / whole);
  });
}

/**
 * The sign of each start: a tick for a tour, in a ring if it is closed, and otherwise the unvisited squares.
 * @param {Map<number, StartResult>} found
 */
export function marksOf(found) {
  const marks = new Map();
  for (const [n, { unvisited, closed }] of found) {
    marks.set(n, { kind: closed ? "good" : "map", text: unvisited ? String(unvisited) : "✓" });
  }
  return marks;
}
