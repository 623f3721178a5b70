/** Sentences for people. Pure functions from values to text. */

import { degrees, neighbours, show } from "./geometry.js";

/** A whole number with commas between thousands. A number too large for JavaScript is passed as text. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A count with its noun, singular or plural: "1 square", "5 squares". */
export function several(number, noun) {
  return `${grouped(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;
}

/** A list in words: "a, b and c". */
export function listed(words, last = "and") {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

/** The text with a capital letter and a full stop. */
export function sentence(text) {
  const words = text.trim();
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}

/** A [row, col] pair as people read it: "3,5". */
export function showPair(pair) {
  return pair.join(",");
}

const boardName = ({ rows, cols }) => `${rows}x${cols}`;

/**
 * The outcome of a solve, as a headline and the text below it.
 * @param {any} answer the response of /solve
 * @returns {{kind: string, head: string, text: string}}
 */
export function outcomeWords(answer) {
  const name = boardName(answer.board);
  if (answer.outcome === "found") {
    const which = answer.closed ? "A closed tour" : "An open tour";
    const ends = `from ${showPair(answer.start)} to ${showPair(answer.end)}`;
    return { kind: "found", head: `${which} of ${name}`, text: sentence(`${ends}, ${answer.reason}`) };
  }
  if (answer.outcome === "impossible") {
    return { kind: "impossible", head: `No ${wanted(answer.asked, name)}`, text: sentence(answer.reason) };
  }
  return { kind: "gave-up", head: visitedWords(answer), text: sentence(answer.reason) };
}

/** How much of the board a walk visits: "60 of 64 squares visited". */
function visitedWords({ visited, unvisited }) {
  return `${grouped(visited)} of ${several(visited + unvisited, "square")} visited`;
}

/** The requested tour in words: "closed tour of 8x8 from 1,1". */
export function wanted({ start = null, end = null, closed = false }, name) {
  const from = start ? ` from ${showPair(start)}` : "";
  const to = end ? ` to ${showPair(end)}` : "";
  return `${closed ? "closed tour" : "tour"} of ${name}${from}${to}`;
}

/**
 * Explains a step of a tour that no rule made: where the knight is, the possible moves, and the next square.
 * @param {{rows: number, cols: number}} board
 * @param {number[]} path up to this step
 * @param {number | null} next
 * @returns {string[]}
 */
export function tourStepWords(board, path, next) {
  const at = path[path.length - 1];
  const says = [`Step ${path.length}: knight on ${show(at, board.cols)}.`];
  if (next === null) return says;
  const free = degrees(board, path);
  const moves = neighbours(board.rows, board.cols)[at].filter((n) => free.has(n));
  if (moves.length === 1) {
    says.push(`The only possible move is to ${show(next, board.cols)} (degree ${free.get(next)}).`);
    return says;
  }
  const named = moves.map((n) => `${show(n, board.cols)} (${free.get(n)})`);
  says.push(`Possible moves and their degrees: ${named.join(", ")}.`, `Next: ${show(next, board.cols)}.`);
  return says;
}

/**
 * The label of a square for screen readers.
 * @param {number} n
 * @param {{cols: number, number?: number, isKnight?: boolean, isStart?: boolean, isEnd?: boolean,
 *   degree?: number, isTarget?: boolean, note?: string}} facts
 */
export function squareWords(n, { cols, number = 0, isKnight, isStart, isEnd, degree, isTarget, note = "" }) {
  const words = [show(n, cols)];
  if (isStart) words.push("start");
  if (isEnd) words.push("end");
  if (isKnight) words.push("the knight");
  if (number) words.push(`step ${number}`);
  else if (isTarget) words.push("possible move");
  if (!number && degree !== undefined) words.push(`degree ${degree}`);
  if (note) words.push(note);
  return words.join(", ");
}

/** The message for a text that is not a square of the board. Its examples are on every board. */
export function noSquare(text, { rows, cols }) {
  const accepted = "type row,column, such as 1,1, or a chess name, such as a1";
  return `“${text}” is not a square of ${rows}x${cols}: ${accepted}.`;
}

const MOST_QUOTED = 24;

/**
 * The message for a link with parameters that are not valid; "" if all are.
 * @param {Record<string, string>} params
 * @param {string[]} wrong the names of those that are not valid
 */
export function strangeLink(params, wrong) {
  if (!wrong.length) return "";
  const quoted = wrong.map((name) => `${name} “${params[name].slice(0, MOST_QUOTED)}”`);
  const are = wrong.length === 1 ? "a value that is" : "values that are";
  const used = wrong.length === 1 ? "The default is" : "The defaults are";
  return `This link has ${are} not valid: ${listed(quoted)}. ${used} used instead.`;
}

/** The message while the server is unreachable. */
export const AWAY = "The server is not responding. You can keep using this page. It keeps trying to reach the server.";

/**
 * The outcome of a greedy walk or a search, in the form of `outcomeWords`.
 * @param {any} answer the response of /walk
 * @param {number} longest the number of squares on the longest path
 */
export function walkOutcomeWords(answer, longest) {
  const { board, ending, visited, unvisited } = answer;
  const name = boardName(board);
  const last = answer.frames[answer.frames.length - 1];
  const search = answer.method === "search";
  const backtracks = several(answer.backtracks, "backtrack");
  const longestOf = `${grouped(longest)} of ${several(visited + unvisited, "square")}`;
  const left = several(unvisited, "square");
  switch (ending) {
    case "tour": {
      const back = answer.backtracks ? `with ${backtracks}` : "without backtracking";
      const how = search ? `found by a search ${back}` : "found by the rule alone";
      const ends = `from ${showPair(answer.frames[0].square)} to ${showPair(last.square)}`;
      const which = isClosed(answer) ? "A closed tour" : "An open tour";
      return { kind: "found", head: `${which} of ${name}`, text: sentence(`${ends}, ${how}`) };
    }
    case "impossible":
      return { kind: "impossible", head: `No ${wanted(answer, name)}`, text: sentence(answer.reason) };
    case "exhausted":
      return {
        kind: "impossible",
        head: `No ${wanted(answer, name)}`,
        text: `The search tried every possibility in ${several(answer.steps, "step")}.`,
      };
    case "limit":
      return {
        kind: "gave-up",
        head: `Not found in ${several(answer.steps, "step")}`,
        text: `The search stopped there, after ${backtracks}. Its longest walk has ${longestOf}.`,
      };
    default:
      return {
        kind: "gave-up",
        head: visitedWords(answer),
        text: `The walk reached a dead end on ${showPair(last.square)} with ${left} unvisited.`,
      };
  }
}

/** Whether the walk of a response is a closed tour: its ends are a move apart. */
function isClosed({ frames, unvisited }) {
  if (unvisited || frames.length < 3) return false;
  return isApart(frames[0].square, frames[frames.length - 1].square);
}

/** Whether two [row, col] pairs are a knight's move apart. */
const isApart = (a, b) => Math.abs(a[0] - b[0]) * Math.abs(a[1] - b[1]) === 2;

const NO_REPAIR = "There was nothing to repair. For a repair, choose a closed tour, or a rule and a start that fail.";

/**
 * The outcome of Euler's method, in the form of `outcomeWords`.
 * @param {any} answer the response of /walk
 * @param {number[][]} squares the walk in the last frame
 */
export function repairOutcomeWords(answer, squares) {
  const [first, last] = [squares[0], squares[squares.length - 1]];
  const outcome = { tour: "found", impossible: "impossible" }[answer.ending] ?? "gave-up";
  const closed = squares.length > 2 && isApart(first, last);
  const words = outcomeWords({ ...answer, outcome, start: first, end: last, closed, asked: answer });
  const isRepaired = outcome !== "found" || answer.frames.some(({ change }) => change);
  return isRepaired ? words : { ...words, text: `${words.text} ${NO_REPAIR}` };
}
