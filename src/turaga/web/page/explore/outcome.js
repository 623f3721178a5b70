/** The outcome of a walk, a search or the solver: a headline and a sentence. Pure functions. */

import { isMove } from "../core/board.js";
import { boardName, nameOf, renamed } from "../core/names.js";
import { grouped, sentence, several } from "../core/words.js";
import { wanted } from "./question.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {{kind: "found" | "impossible" | "gave-up" | "failed" | "open", head: string, text: string}} Words */

const NO_REPAIR = "Nothing needed repair. To see a repair, ask for a closed tour under Options.";

/** @param {import("../core/board.js").Board} board @param {ArrayLike<number>} path @param {string} how "" if
 * there is nothing to say about it */
function foundWords(board, path, how) {
  const [first, last] = [path[0], path[path.length - 1]];
  const closed = path.length > 2 && isMove(board, first, last);
  return /** @type {Words} */ ({
    kind: "found",
    head: `${closed ? "A closed" : "An open"} tour of ${boardName(board)}`,
    text: sentence(`from ${nameOf(board, first)} to ${nameOf(board, last)}${how && `, ${how}`}`),
  });
}

/** @param {Question} question @param {string} reason @returns {Words} */
function impossibleWords(question, reason) {
  return { kind: "impossible", head: `No ${wanted(question, boardName(question.board))}`, text: sentence(reason) };
}

/** A walk that stopped early: "Dead end after 60 of 64 squares". @param {Question} question
 * @param {ArrayLike<number>} path @returns {Words} */
function deadEndWords({ board }, path) {
  const left = board.size - path.length;
  const where = nameOf(board, path[path.length - 1]);
  return {
    kind: "gave-up",
    head: `Dead end after ${grouped(path.length)} of ${several(board.size, "square")}`,
    text: `The knight on ${where} has no unvisited square to go to. ${several(left, "square")} ${left === 1 ? "is" : "are"} unvisited.`,
  };
}

/** How the rule found a tour; what Warnsdorff's rule is, in a few words. @param {Question} question */
function byRule({ rule }) {
  return rule.most ? "by the rule alone" : "by Warnsdorff’s rule: always move to the square with the fewest onward moves";
}

/** While the solver looks for a tour because the rule has failed. @param {import("./finder.js").Result} result
 * @returns {Words} */
export function partlyWords({ question, reel }) {
  const reached = `${grouped(reel.path.length)} of ${several(question.board.size, "square")}`;
  const head = `Looking for a ${wanted(question, boardName(question.board))}`;
  return { kind: "open", head, text: `The rule alone visits ${reached}. The solver continues.` };
}

/** The outcome of a walk by the rule. @param {Question} question @param {{path: ArrayLike<number>,
 * isTour: boolean}} walk @returns {Words} */
export function walkWords(question, { path, isTour }) {
  return isTour ? foundWords(question.board, path, byRule(question)) : deadEndWords(question, path);
}

/** A walk that the link contains. @param {Question} question @param {ArrayLike<number>} path @returns {Words} */
export function givenWords(question, path) {
  const { board } = question;
  if (path.length === board.size) return foundWords(board, path, "");
  const words = `${grouped(path.length)} of ${several(board.size, "square")}`;
  return { kind: "gave-up", head: `A walk of ${words}`, text: "This walk came with the link." };
}

/** A tour that continues a walk which failed. @param {Question} question @param {ArrayLike<number>} path
 * @param {number} step the last step of the rule @returns {Words} */
export function continuedWords({ board }, path, step) {
  return foundWords(board, path, `by the rule up to step ${grouped(step)}, then by the solver`);
}

/** The outcome of the solver. @param {Question} question @param {any} answer the response of /solve
 * @param {ArrayLike<number>} path @returns {Words} */
export function solveWords(question, answer, path) {
  const { board } = question;
  const reason = renamed(board, answer.reason);
  if (answer.outcome === "found") return foundWords(board, path, reason);
  if (answer.outcome === "impossible") return impossibleWords(question, reason);
  const head = `No tour found: ${grouped(answer.visited)} of ${several(board.size, "square")} visited`;
  return { kind: "gave-up", head, text: sentence(reason) };
}

/** The outcome of a search. @param {Question} question @param {any} answer the response of /watch
 * @param {import("../player/frames.js").Reel} reel @returns {Words} */
export function searchWords(question, answer, reel) {
  const { board } = question;
  const backtracks = several(answer.backtracks, "backtrack");
  switch (answer.ending) {
    case "tour":
      return foundWords(board, reel.path, `found by a search ${answer.backtracks ? `with ${backtracks}` : "without backtracking"}`);
    case "impossible":
      return impossibleWords(question, renamed(board, answer.reason));
    case "exhausted":
      return impossibleWords(question, `the search tried every possibility: ${several(answer.steps, "move")}`);
    case "limit":
      return {
        kind: "gave-up",
        head: `Not found in ${several(answer.steps, "move")}`,
        text: `The search stopped there, after ${backtracks}. Its longest walk has ${grouped(reel.total)} of ${several(board.size, "square")}.`,
      };
    default:
      return deadEndWords(question, reel.path);
  }
}

/** The outcome of a method that changes a walk or joins cycles. @param {Question} question
 * @param {any} answer the response of /watch @param {import("../player/frames.js").Reel} reel @returns {Words} */
export function methodWords(question, answer, reel) {
  const reason = renamed(question.board, answer.reason ?? "");
  if (answer.ending === "impossible") return impossibleWords(question, reason);
  if (answer.ending !== "tour") {
    const visited = reel.path.length;
    const head = visited ? `Dead end after ${grouped(visited)} of ${several(question.board.size, "square")}` : "No tour found";
    return { kind: "gave-up", head, text: sentence(reason) };
  }
  const words = foundWords(question.board, reel.path, reason);
  const isRepaired = answer.method !== "euler" || answer.frames.some((/** @type {any} */ { change }) => change);
  return isRepaired ? words : { ...words, text: `${words.text} ${NO_REPAIR}` };
}
