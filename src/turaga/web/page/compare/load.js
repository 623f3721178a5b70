/** The frames of one side of a comparison: computed in the page, or by the server. */

import { boardFields, fromPair, isClosedTour, toPair } from "../core/board.js";
import { ruleFields } from "../core/view.js";
import { reelOfPath, reelOfSearch } from "../player/frames.js";
import { reelOfJoins } from "../player/joinframes.js";
import { reelOfRepair } from "../player/repairframes.js";
import { computeWalk } from "../walk/client.js";
import { reelOfWalk } from "../walk/reel.js";
import { hasRule } from "./sides.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("../player/frames.js").Reel} Reel */

/**
 * @typedef {object} Loaded
 * @property {Reel} reel
 * @property {"tour" | "stuck" | "impossible" | "limit"} ending
 * @property {boolean} closed whether it is a closed tour
 * @property {number} visited the squares of the longest walk
 * @property {number} backtracks
 * @property {string} reason of the server, if it gave one
 */

/**
 * Find the walk of one side.
 * @param {any} api
 * @param {{board: Board, start: number, closed: boolean}} question
 * @param {import("./sides.js").Side} side
 * @param {AbortSignal} signal
 * @returns {Promise<Loaded>}
 */
export async function loadSide(api, question, side, signal) {
  if (side.how === "greedy") return loadWalk(question, side, signal);
  if (side.how === "auto") return loadTour(api, question, side, signal);
  return loadFrames(api, question, side, signal);
}

/** @param {{board: Board, start: number}} question @param {import("./sides.js").Side} side
 * @param {AbortSignal} signal @returns {Promise<Loaded>} */
async function loadWalk({ board, start }, { rule }, signal) {
  const made = await computeWalk(board, start, rule, { signal });
  return {
    reel: reelOfWalk(made),
    ending: made.isTour ? "tour" : "stuck",
    closed: made.closed,
    visited: made.path.length,
    backtracks: 0,
    reason: "",
  };
}

/** The fields of a request. */
function fields({ board, start, closed }, { how, value }) {
  const rule = hasRule(how) ? ruleFields(value) : {};
  return { ...boardFields(board), start: toPair(board, start), closed, method: how, ...rule };
}

/** @returns {Promise<Loaded>} */
async function loadFrames(api, question, side, signal) {
  const { board } = question;
  const answer = await api.ask("walk", fields(question, side), { signal });
  const reel =
    side.how === "search" ? reelOfSearch(board, answer.frames)
    : side.how === "euler" ? reelOfRepair(board, answer)
    : reelOfJoins(board, answer); // prettier-ignore
  const ending = { tour: "tour", impossible: "impossible", exhausted: "impossible", limit: "limit" }[answer.ending];
  return {
    reel,
    ending: ending ?? "stuck",
    closed: isClosedTour(board, Array.from(reel.path)),
    visited: Math.max(reel.total === board.size ? reel.path.length : reel.total, answer.visited),
    backtracks: answer.backtracks,
    reason: answer.reason ?? "",
  };
}

/** @returns {Promise<Loaded>} */
async function loadTour(api, question, side, signal) {
  const { board } = question;
  const answer = await api.ask("solve", fields(question, side), { signal });
  const ending = { found: "tour", impossible: "impossible" }[answer.outcome];
  return {
    reel: reelOfPath(board, answer.squares.map((/** @type {number[]} */ pair) => fromPair(board, pair))),
    ending: ending ?? "stuck",
    closed: answer.closed,
    visited: answer.visited,
    backtracks: answer.backtracks,
    reason: answer.reason,
  };
}
