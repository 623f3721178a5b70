/**
 * Finds the walk that a question asks for. Walks by a rule are computed in the page; the server does the rest.
 * Nothing here touches the page.
 */

import { directions, fromPair, isHole } from "../core/board.js";
import { ApiError } from "../core/api.js";
import { EMPTY, reelOfPath, reelOfSearch } from "../player/frames.js";
import { reelOfJoins } from "../player/joinframes.js";
import { reelOfRepair } from "../player/repairframes.js";
import { computeWalk, findStart } from "../walk/client.js";
import { reelOfWalk } from "../walk/reel.js";
import { askLost } from "./lost.js";
import { continuedWords, givenWords, methodWords, searchWords, solveWords, walkWords } from "./outcome.js";
import { endFields } from "./question.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("../player/frames.js").Reel} Reel */
/** @typedef {import("../walk/walk.js").Walk} Walk */

/**
 * @typedef {object} Result
 * @property {Question} question
 * @property {Reel} reel
 * @property {Walk | null} walk  the walk by the rule, if it is what the reel shows
 * @property {"tour" | "dead end" | "impossible" | "gave up"} ending
 * @property {import("./outcome.js").Words} words
 * @property {any} facts  for a file: the response of the server without its frames; null for walks by the rule
 * @property {string | null} missing  why the solver could not be asked, if it was needed
 */

const MOST_AS_SQUARES = 3600; // squares of a walk that the server writes as squares; longer ones as digits
const ENDINGS = { found: "tour", impossible: "impossible", "gave-up": "gave up" };

/**
 * @param {Question} question
 * @param {{api: any, signal: AbortSignal, onProgress?: (text: string, share: number) => void,
 *   onServer?: () => void, onWalk?: (result: Result) => void}} how
 *   `onServer` is called when the server is asked. `onWalk` is called with a walk by the rule that does not fit the request, before the solver is asked.
 * @returns {Promise<Result>}
 */
export async function find(question, how) {
  if (question.given) return resultOfGiven(question, question.given);
  if (question.continued) return findContinued(question, how);
  if (question.how === "greedy") return resultOfWalk(question, await walkFromAny(question, how));
  if (question.how === "auto") return findTour(question, how);
  return findByMethod(question, how);
}

/** @param {Question} question @param {Walk} walk @returns {Result} */
function resultOfWalk(question, walk) {
  return {
    question,
    reel: reelOfWalk(walk),
    walk,
    ending: walk.isTour ? "tour" : "dead end",
    words: walkWords(question, walk),
    facts: null,
    missing: null,
  };
}

/** A walk that the link contains. @param {Question} question @param {Int32Array} path @returns {Result} */
function resultOfGiven(question, path) {
  const { board } = question;
  const ending = path.length === board.size ? "tour" : "dead end";
  const words = givenWords(question, path);
  return { question, reel: reelOfPath(board, path), walk: null, ending, words, facts: null, missing: null };
}

/** The tour that begins with the walk by the rule, up to the move that was a mistake. If the walk is a tour, that
 * is it. @param {Question} question @returns {Promise<Result>} */
async function findContinued(question, how) {
  const { board, closed } = question;
  const walk = await walkFromAny(question, how);
  if (walk.isTour) return resultOfWalk(question, walk);
  const lost = await askLost(how.api, board, walk.path, closed, how.signal);
  if (!lost.tour.length) return resultOfWalk(question, walk);
  const reel = reelOfPath(board, lost.tour);
  const continued = { at: lost.step - 1, kind: "part", words: "the rule's walk ends here" };
  return {
    question,
    reel: Object.assign(reel, { marks: [continued] }),
    walk: null,
    ending: "tour",
    words: continuedWords(question, lost.tour, lost.step),
    facts: null,
    missing: null,
  };
}

/** Options of the computation in the page. */
function inPage({ signal, onProgress }) {
  return {
    signal,
    onProgress: (/** @type {{visited: number, size: number}} */ { visited, size }) =>
      onProgress?.("Following the rule", visited / size),
  };
}

/** The walk by the rule; without a start, from the first start that gives a tour. @param {Question} question */
async function walkFromAny({ board, start, rule }, how) {
  if (start !== null) return computeWalk(board, start, rule, inPage(how));
  return (await findStart(board, rule, inPage(how))).walk;
}

/** @param {Question} question @returns {number} */
function firstSquare({ board, start }) {
  if (start !== null) return start;
  let n = 0;
  while (isHole(board, n)) n += 1;
  return n;
}

/** Automatic: the walk by the rule, if it is a tour as requested; otherwise the solver decides.
 * @param {Question} question @returns {Promise<Result>} */
async function findTour(question, how) {
  const { board, rule, closed, end } = question;
  // With a given end the rule must avoid it until the last move; that walk is the solver's.
  const walk = end === null ? await computeWalk(board, firstSquare(question), rule, inPage(how)) : null;
  if (walk?.isTour && (walk.closed || !closed)) return resultOfWalk(question, walk);
  if (walk) how.onWalk?.(resultOfWalk(question, walk));
  try {
    return await solve(question, how);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0 || closed || end !== null) throw error;
    const best = await walkFromAny(question, how);
    return { ...resultOfWalk(question, best), missing: best.isTour ? null : error.message };
  }
}

/** @param {Question} question @returns {Promise<Result>} */
async function solve(question, { api, signal, onServer }) {
  onServer?.();
  const { board } = question;
  const form = board.size > MOST_AS_SQUARES ? { form: "moves" } : {};
  const body = { ...endFields(question), ...question.ruleValue, method: "auto", ...form };
  const answer = await api.ask("solve", body, { signal });
  const path = pathOf(board, answer);
  const byRule = await sameWalk(question, answer, path, signal);
  return {
    question,
    reel: byRule ? reelOfWalk(byRule) : reelOfPath(board, path),
    walk: byRule,
    ending: /** @type {Result["ending"]} */ (ENDINGS[answer.outcome]),
    words: solveWords(question, answer, path),
    facts: answer,
    missing: null,
  };
}

/** The walk by the rule, if it is the tour that the solver found: then each step has a reason.
 * @param {Question} question @param {any} answer @param {Int32Array} path @param {AbortSignal} signal */
async function sameWalk({ board, rule }, answer, path, signal) {
  if (answer.outcome !== "found" || answer.method !== "greedy" || answer.retries) return null;
  const walk = await computeWalk(board, path[0], rule, { signal });
  return walk.path.length === path.length && walk.path.every((n, i) => n === path[i]) ? walk : null;
}

/** The squares of a response of the solver. @param {import("../core/board.js").Board} board @param {any} answer */
export function pathOf(board, { squares, moves, start }) {
  if (!moves) return Int32Array.from(squares, (/** @type {number[]} */ pair) => fromPair(board, pair));
  const by = directions(board.leaper).map(([down, right]) => down * board.cols + right);
  const path = new Int32Array(moves.length + 1);
  path[0] = fromPair(board, start);
  for (let i = 0; i < moves.length; i++) path[i + 1] = path[i] + by[moves.charCodeAt(i) - 49]; // "1" is 49
  return path;
}

/** Search, Euler, Vandermonde or cycles: the server sends the frames. @param {Question} question
 * @returns {Promise<Result>} */
async function findByMethod(question, { api, signal, onServer }) {
  onServer?.();
  const body = { ...endFields(question), ...question.ruleValue, method: question.how };
  const answer = await api.ask("watch", body, { signal });
  const reel = reelOf(question, answer);
  const { frames: _, ...facts } = answer;
  const ending = { tour: "tour", impossible: "impossible", exhausted: "impossible" }[answer.ending] ?? "gave up";
  const words = question.how === "search" ? searchWords : methodWords;
  return {
    question,
    reel,
    walk: null,
    ending: /** @type {Result["ending"]} */ (ending),
    words: words(question, answer, reel),
    facts,
    missing: null,
  };
}

/** @param {Question} question @param {any} answer @returns {Reel} */
function reelOf({ board, how }, answer) {
  if (!answer.frames.length) return EMPTY;
  if (how === "search") return reelOfSearch(board, answer.frames);
  return how === "euler" ? reelOfRepair(board, answer) : reelOfJoins(board, answer);
}
