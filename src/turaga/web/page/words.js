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
    return { kind: "impossible", head: `No ${wanted(answer.asked)} of ${name}`, text: sentence(answer.reason) };
  }
  const count = `${grouped(answer.visited)} of ${grouped(answer.visited + answer.unvisited)} squares`;
  return { kind: "gave-up", head: `${count} of ${name}`, text: sentence(answer.reason) };
}

/** "closed tour from 1,1", from what was asked. */
export function wanted({ start = null, end = null, closed = false }) {
  const from = start ? ` from ${showPair(start)}` : "";
  const to = end ? ` to ${showPair(end)}` : "";
  return `${closed ? "closed tour" : "tour"}${from}${to}`;
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
  says.push(ways.length === 1 ? `The only free neighbour is ${named[0]}.` : `Free neighbours: ${named.join(", ")}.`);
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

/** What is said while the server is away. */
export const AWAY = "The server does not answer. What you see stays; it will be tried again.";
