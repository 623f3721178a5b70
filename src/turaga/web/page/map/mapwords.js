/** What the map says. Pure functions. */

import { nameOf, sizeName } from "../core/names.js";
import { grouped, listed, several, showSeconds } from "../core/words.js";
import { ruleInWords } from "../options/rulewords.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("../walk/everystart.js").StartMap} StartMap */

/** The largest board of a map, and of the other modes that show every square. */
export const MOST_SIDE = 60;
const MOST_NAMED = 12; // starts of closed tours that are listed

/** Whether the board is too large for a map. @param {Board} board */
export const isTooLarge = ({ rows, cols }) => rows > MOST_SIDE || cols > MOST_SIDE;

/** Why there is no map. @param {Board} board */
export function tooLargeWords(board) {
  return `The map shows boards of up to ${MOST_SIDE}x${MOST_SIDE}. This board is ${sizeName(board)}.`;
}

/**
 * The number of squares on which colours allow a tour to start, as `count_allowed` in
 * src/turaga/theory/colour.py.
 * @param {Board} board
 */
export function countAllowed(board) {
  const counts = [0, 0];
  for (let n = 0; n < board.area; n++) {
    if (!board.holes?.[n]) counts[(Math.floor(n / board.cols) + (n % board.cols)) % 2] += 1;
  }
  const [a, b] = board.leaper;
  if ((a + b) % 2 === 0) return Math.min(...counts) ? 0 : Math.max(...counts); // no move changes colour
  const more = counts[0] - counts[1];
  if (Math.abs(more) > 1) return 0;
  return more ? Math.max(...counts) : board.size;
}

/** A result in one sentence. @param {StartMap} map */
export function headline({ starts }) {
  const tours = starts.filter(({ unvisited }) => !unvisited).length;
  const closed = starts.filter((one) => one.closed).length;
  const give = tours === 1 ? "gives a tour" : "give a tour";
  const first =
    starts.length === 1 ? `The only start ${tours ? "gives a tour" : "does not give a tour"}`
    : tours === starts.length ? `All ${grouped(tours)} starts give a tour`
    : `${tours ? grouped(tours) : "None"} of ${several(starts.length, "start")} ${give}`; // prettier-ignore
  const all = tours === 1 ? "a closed one" : "all of them closed";
  const which = closed === tours ? all : `${grouped(closed)} of them closed`;
  return `${first}${closed ? `, ${which}` : ""}.`;
}

/**
 * The details below it.
 * @param {Board} board
 * @param {StartMap} map
 * @param {import("../walk/rule.js").Rule} rule
 * @param {number} seconds
 * @returns {string[]}
 */
export function details(board, { starts, retries, steps }, rule, seconds) {
  const tours = starts.filter(({ unvisited }) => !unvisited).length;
  const failed = starts.filter(({ unvisited }) => unvisited);
  const worst = failed.reduce((most, one) => Math.max(most, one.unvisited), 0);
  const closed = starts.filter((one) => one.closed).map(({ start }) => nameOf(board, start));
  const more = closed.length > MOST_NAMED ? [`${grouped(closed.length - MOST_NAMED)} more`] : [];
  const named = [...closed.slice(0, MOST_NAMED), ...more];
  const tried = retries ? `, ${grouped(retries)} ${retries === 1 ? "retry" : "retries"}` : "";
  return [
    `${percent(tours / starts.length)} of the starts give a tour.`,
    ...colourWords(board),
    ...(failed.length ? [failed.length === 1 ? `The other walk leaves ${several(worst, "square")} unvisited.` : `The other walks leave up to ${several(worst, "square")} unvisited.`] : []),
    closed.length ? `Closed tours start on ${listed(named)}.` : "None of the tours is closed.",
    `Rule: ${ruleInWords(rule)}.`,
    `${several(steps, "step")}${tried}, ${showSeconds(seconds)}.`,
  ];
}

/** What colours rule out. @param {Board} board */
function colourWords(board) {
  const allowed = countAllowed(board);
  if (allowed === board.size) return [];
  if (!allowed) return ["No start can give a tour, because of the colours of the squares."];
  return [`${several(board.size - allowed, "start")} cannot give a tour, because of the colours of the squares.`];
}

/** @param {number} share */
function percent(share) {
  return `${(100 * share).toFixed(share === 1 || share === 0 ? 0 : 1)}%`;
}

/**
 * The label of a start for screen readers.
 * @param {Board} board
 * @param {number} n
 * @param {import("../walk/everystart.js").StartResult | undefined} found
 */
export function startWords(board, n, found) {
  const place = nameOf(board, n);
  if (board.holes?.[n]) return `${place}, hole`;
  if (!found) return `${place}, not tried yet`;
  if (found.unvisited) return `${place}, ${several(found.unvisited, "square")} unvisited`;
  return `${place}, ${found.closed ? "closed tour" : "open tour"}`;
}
