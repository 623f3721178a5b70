/**
 * Computes walks in a worker, so that the page stays responsive. A question comes in one message; progress and
 * the answer go back. The page imports this module too, for walks that it computes itself.
 */

import { EveryStartRun } from "./everystart.js";
import { anyStartRun, newTourRun } from "./starts.js";
import { WalkRun } from "./walk.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./rule.js").Rule} Rule */

/**
 * @typedef {{job: "walk", board: Board, beginning: number | ArrayLike<number>, rule: Rule}
 *   | {job: "any start", board: Board, rule: Rule, limits: {most?: number, time?: number}}
 *   | {job: "new tour", board: Board, seed: number, limits: {most?: number, time?: number}}
 *   | {job: "every start", board: Board, rule: Rule, retries: number}} Question
 */
/** @typedef {{visited: number, size: number, tried: number}} Progress  `tried`: the walks that have begun */
/** @typedef {{progress: Progress} | {answer: any} | {error: string}} Message */

const BETWEEN = 100; // milliseconds between two reports of progress

/**
 * The run that answers a question: it has `advance`, `visited` and `result`.
 * @param {Question} question
 */
export function runOf(question) {
  const { board } = question;
  if (question.job === "walk") return new WalkRun(board, question.beginning, question.rule);
  if (question.job === "every start") return new EveryStartRun(board, question.rule, question.retries);
  if (question.job === "any start") return anyStartRun(board, question.rule, question.limits);
  return newTourRun(board, question.seed, question.limits);
}

/** @param {ReturnType<typeof runOf>} run @returns {Progress} */
export function progressOf(run) {
  if (run instanceof EveryStartRun) return run.progress();
  return { visited: run.visited, size: run.board.size, tried: "tried" in run ? run.tried : 1 };
}

/** @param {Question} question @param {(message: Message, moved?: Transferable[]) => void} send */
function answer(question, send) {
  try {
    const run = runOf(question);
    while (!run.advance(BETWEEN)) send({ progress: progressOf(run) });
    const found = run.result();
    if ("starts" in found) return send({ answer: found });
    const { path, options, decided, kept } = "walk" in found ? found.walk : found;
    send({ answer: found }, [path.buffer, options.buffer, decided.buffer, kept.buffer]);
  } catch (error) {
    send({ error: String(error instanceof Error ? error.message : error) });
  }
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  self.addEventListener("message", ({ data }) => {
    answer(data, (message, transfer = []) => self.postMessage(message, { transfer }));
  });
}
