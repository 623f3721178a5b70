/**
 * Computes walks without blocking the page: small ones at once, in short turns, and large ones in a worker. A
 * request can be cancelled, and reports its progress.
 */

import { progressOf, runOf } from "./worker.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./rule.js").Rule} Rule */
/** @typedef {import("./walk.js").Walk} Walk */
/** @typedef {import("./starts.js").Tried} Tried */
/** @typedef {import("./worker.js").Question} Question */
/** @typedef {import("./worker.js").Progress} Progress */
/** @typedef {{signal?: AbortSignal, onProgress?: (progress: Progress) => void}} How */

const TURN = 8; // milliseconds of computing before the page can draw again
const MOST_HERE = 20_000; // squares of a walk in the page itself
const LOOKAHEAD_COST = 3; // how many times the work grows with each move of lookahead, at least

/**
 * The walk by a rule from a start, or the walk that continues the given squares.
 * @param {Board} board
 * @param {number | ArrayLike<number>} beginning
 * @param {Rule} rule
 * @param {How} [how]
 * @returns {Promise<Walk>}
 */
export async function computeWalk(board, beginning, rule, how = {}) {
  const made = await compute({ job: "walk", board, beginning, rule }, workOf(board, rule), how);
  return { ...made, board };
}

/**
 * The first tour by a rule from any start, row by row; the longest walk if no start gives a tour.
 * @param {Board} board
 * @param {Rule} rule
 * @param {How & {most?: number, time?: number}} [how]
 * @returns {Promise<Tried>}
 */
export async function findStart(board, rule, { most, time, ...how } = {}) {
  const question = /** @type {Question} */ ({ job: "any start", board, rule, limits: { most, time } });
  const { walk, tries } = await compute(question, workOf(board, rule), how);
  return { walk: { ...walk, board }, tries };
}

/**
 * A random tour: random starts and random ties, until a walk is a tour; the longest walk if none is. The start
 * is `walk.path[0]`, and `ruleValue(walk.rule)` has the seed, so a link can name the tour.
 * @param {Board} board
 * @param {How & {random?: () => number, most?: number, time?: number}} [how]
 * @returns {Promise<Tried>}
 */
export async function newTour(board, { random = Math.random, most, time, ...how } = {}) {
  const seed = Math.floor(random() * 2 ** 48);
  const question = /** @type {Question} */ ({ job: "new tour", board, seed, limits: { most, time } });
  const { walk, tries } = await compute(question, board.size, how);
  return { walk: { ...walk, board }, tries };
}

/**
 * The walks from every start by a rule. Walks that fail are tried again with up to `retries` random orders.
 * `onProgress` gets {done, all, found}: the numbers of starts, and the results since the last call.
 * @param {Board} board
 * @param {Rule} rule
 * @param {How & {retries?: number}} [how]
 * @returns {Promise<import("./everystart.js").StartMap>}
 */
export function walkFromEveryStart(board, rule, { retries = 0, ...how } = {}) {
  const work = board.size * workOf(board, rule) * (1 + retries);
  return compute({ job: "every start", board, rule, retries }, work, how);
}

/** About how much work a walk is, in squares of a walk without lookahead. @param {Board} board
 * @param {Rule} rule */
function workOf(board, rule) {
  const deepest = Math.max(0, ...rule.stages.map(({ depth }) => depth));
  return board.size * LOOKAHEAD_COST ** deepest;
}

/** @param {Question} question @param {number} work @param {How} how @returns {Promise<any>} */
async function compute(question, work, how) {
  how.signal?.throwIfAborted();
  if (work > MOST_HERE) {
    const answer = await computeInWorker(question, how);
    if (answer !== null) return answer;
  }
  return computeHere(question, how);
}

/** In turns, so that the page can draw in between. @param {Question} question @param {How} how */
async function computeHere(question, { signal, onProgress }) {
  const run = runOf(question);
  while (!run.advance(TURN)) {
    onProgress?.(progressOf(run));
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  }
  return run.result();
}

/** @type {Worker | null} */
let idle = null; // a worker that has nothing to do: starting one takes longer than most walks

/**
 * In a worker. Cancelling ends the worker.
 * @param {Question} question
 * @param {How} how
 * @returns {Promise<any>} null if the browser cannot start the worker
 */
function computeInWorker(question, { signal, onProgress }) {
  const worker = idle ?? startWorker();
  idle = null;
  if (!worker) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const heard = new AbortController(); // removes all listeners
    const end = () => {
      heard.abort();
      worker.terminate();
    };
    const finish = () => {
      heard.abort();
      if (idle) worker.terminate();
      else idle = worker;
    };
    const listen = { signal: heard.signal };
    worker.addEventListener("message", ({ data }) => {
      if (data.progress) return onProgress?.(data.progress);
      finish();
      return "answer" in data ? resolve(data.answer) : reject(new Error(data.error));
    }, listen); // prettier-ignore
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      end();
      resolve(null); // its file cannot be loaded, perhaps because the server is gone
    }, listen); // prettier-ignore
    signal?.addEventListener("abort", () => {
      end();
      reject(signal.reason);
    }, listen); // prettier-ignore
    worker.postMessage(question);
  });
}

function startWorker() {
  try {
    return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
}
