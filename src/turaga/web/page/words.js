/** What is said to people. Pure: values in, sentences out. */

import { degrees, neighbours, show } from "./geometry.js";

/** A whole number with commas, be it a number or the text of a longer one. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** One or several: "1 square", "5 squares". */
export function several(number, noun) {
  return `${grouped(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;
}

/** Words in a row: "a, b and c". */
export function listed(words, last = "and") {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

/** With a full stop and a capital. */
export function sentence(text) {
  const words = text.trim();
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}

/** [row, col] as people read it. */
export function showPair(pair) {
  return pair.join(",");
}

const boardName = ({ rows, cols }) => `${rows}×${cols}`;

/**
 * The outcome of a solve, as a headline and what is said below it.
 * @param {any} answer of /solve
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
  const count = `${grouped(answer.visited)} of ${grouped(answer.visited + answer.unvisited)} squares`;
  return { kind: "gave-up", head: `${count} of ${name}`, text: sentence(answer.reason) };
}

/** "closed tour of 8×8 from 1,1", from what was asked. */
export function wanted({ start = null, end = null, closed = false }, name) {
  const from = start ? ` from ${showPair(start)}` : "";
  const to = end ? ` to ${showPair(end)}` : "";
  return `${closed ? "closed tour" : "tour"} of ${name}${from}${to}`;
}

/**
 * What is said of a step of a tour that was not walked by a rule: where it stands, where it might have gone,
 * where it goes.
 * @param {{rows: number, cols: number}} board
 * @param {number[]} path to this step
 * @param {number | null} next
 * @returns {string[]}
 */
export function tourStepWords(board, path, next) {
  const at = path[path.length - 1];
  const says = [`Number ${path.length} on ${show(at, board.cols)}.`];
  if (next === null) return says;
  const free = degrees(board, path);
  const ways = neighbours(board.rows, board.cols)[at].filter((n) => free.has(n));
  const named = ways.map((n) => `${show(n, board.cols)} (${free.get(n)})`);
  const isOnly = ways.length === 1;
  says.push(isOnly ? `The only free neighbour is ${named[0]}.` : `Free neighbours: ${named.join(", ")}.`);
  says.push(`The tour goes on to ${show(next, board.cols)}.`);
  return says;
}

/**
 * What a screen reader says of a square.
 * @param {number} n
 * @param {{cols: number, number?: number, isKnight?: boolean, isStart?: boolean, isEnd?: boolean,
 *   degree?: number, isTarget?: boolean, note?: string}} facts
 */
export function squareWords(n, { cols, number = 0, isKnight, isStart, isEnd, degree, isTarget, note = "" }) {
  const words = [show(n, cols)];
  if (isStart) words.push("start");
  if (isEnd) words.push("end");
  if (isKnight) words.push("the knight");
  if (number) words.push(`number ${number}`);
  else if (isTarget) words.push("a move away");
  if (!number && degree !== undefined) words.push(`degree ${degree}`);
  if (note) words.push(note);
  return words.join(", ");
}

/** What is said of a text that names no square of a board. */
export function noSquare(text, { rows, cols }) {
  return `“${text}” is no square of ${rows}×${cols}: write row,column such as 3,5, or a name such as c4.`;
}

const MOST_QUOTED = 24;

/**
 * What is said of a link that holds what cannot be taken; "" if all was taken.
 * @param {Record<string, string>} params
 * @param {string[]} wrong their names
 */
export function strangeLink(params, wrong) {
  if (!wrong.length) return "";
  const quoted = wrong.map((name) => `${name} “${params[name].slice(0, MOST_QUOTED)}”`);
  return `This link holds what cannot be shown: ${listed(quoted)}. The usual is shown instead.`;
}

/** What is said while the server is away. */
export const AWAY = "The server does not answer. What you see stays; it will be tried again.";

/**
 * The outcome of a walk by the rule alone or of a search, as `outcomeWords`.
 * @param {any} answer of /walk
 * @param {number} longest squares of the longest path
 */
export function walkOutcomeWords(answer, longest) {
  const { board, ending, visited, unvisited } = answer;
  const name = boardName(board);
  const last = answer.frames[answer.frames.length - 1];
  const search = answer.method === "search";
  const stepsBack = `${several(answer.backtracks, "step")} back`;
  const longestOf = `${grouped(longest)} of ${several(visited + unvisited, "square")}`;
  const left = several(unvisited, "square");
  switch (ending) {
    case "tour": {
      const back = answer.backtracks ? `with ${stepsBack}` : "without a step back";
      const how = search ? `found by a search ${back}` : "walked by the rule alone";
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
        text: `The search has tried every way, ${several(answer.steps, "step")}, and there is none.`,
      };
    case "limit":
      return {
        kind: "gave-up",
        head: `Not found in ${several(answer.steps, "step")}`,
        text: `The search was stopped there, with ${stepsBack}; its longest walk had ${longestOf}.`,
      };
    default:
      return {
        kind: "gave-up",
        head: `${grouped(visited)} of ${grouped(visited + unvisited)} squares of ${name}`,
        text: `The walk ran into a dead end on ${showPair(last.square)} with ${left} unvisited.`,
      };
  }
}

/** Whether the ends of the walk that was told are a move apart. */
function isClosed({ frames, unvisited }) {
  if (unvisited || frames.length < 3) return false;
  const [a, b] = [frames[0].square, frames[frames.length - 1].square];
  return Math.abs(a[0] - b[0]) * Math.abs(a[1] - b[1]) === 2;
}
