/** How a walk is shown: the switches, their part of a link, and the scene of one frame. */

import { checkBox, el } from "./dom.js";
import { degrees, isMove } from "./geometry.js";
import { squareWords } from "./words.js";

const SWITCHES = [
  ["lines", "Line"],
  ["numbers", "Numbers"],
  ["colours", "Colours by step"],
  ["degrees", "Degrees"],
];

/** @typedef {{lines: boolean, numbers: boolean, colours: boolean, degrees: boolean}} Look */

/**
 * The switches of a look, which they change.
 * @param {Look} look
 * @param {(name: string) => void} onChange told which
 */
export function makeSwitches(look, onChange) {
  const boxes = SWITCHES.map(([name, label]) => {
    const box = checkBox(label, {
      name,
      onchange: (on) => {
        look[name] = on;
        onChange(name);
      },
    });
    return [name, box];
  });
  return {
    element: el(
      "div",
      { class: "switches", role: "group", "aria-label": "What is shown" },
      ...boxes.map(([, { element }]) => element),
    ),
    show() {
      for (const [name, { input }] of boxes) input.checked = look[name];
    },
  };
}

/**
 * What is said when something is switched on for which the squares are too small; "" if they are not.
 * @param {string} name
 * @param {Look} look
 * @param {{rows: number, cols: number, hasRoomForNumbers: boolean, hasRoomForFigures: boolean}} view
 */
export function noRoomWords(name, look, view) {
  const isTooSmall =
    (name === "numbers" && !view.hasRoomForNumbers) || (name === "degrees" && !view.hasRoomForFigures);
  if (!isTooSmall || !look[name]) return "";
  return `The squares of ${view.rows}×${view.cols} are too small here for ${name} to be read.`;
}

/**
 * A look as parameters of a link: what differs from the usual one.
 * @param {Look} look
 * @param {Look} usual
 */
export function lookToLink(look, usual) {
  const differing = SWITCHES.filter(([name]) => look[name] !== usual[name]);
  return Object.fromEntries(differing.map(([name]) => [name, look[name] ? "1" : "0"]));
}

/**
 * The look that parameters of a link hold.
 * @param {Record<string, string>} params
 * @param {Look} usual
 * @returns {Look}
 */
export function lookFromLink(params, usual) {
  const read = (name) => (params[name] === undefined ? usual[name] : params[name] !== "0");
  return Object.fromEntries(SWITCHES.map(([name]) => [name, read(name)]));
}

/**
 * The scene of a frame of a walk. While it goes on, where the knight may go and the degrees of free squares;
 * once it is over, its end, and the squares that it missed.
 * @param {{board: {rows: number, cols: number}, view: {hasRoomForFigures: boolean}, look: Look,
 *   reel: import("./reel.js").Reel, frame: import("./reel.js").Frame, over: boolean, start: number | null,
 *   end?: number | null, openStart?: boolean, marks?: Map<number, {kind: string, words?: string}>}} what
 *   `start` and `end` are those asked for; `marks` come on top of those of the walk.
 */
export function sceneOf({ board, view, look, reel, frame, over, start, end = null, openStart, marks = [] }) {
  const { path, targets, next, left } = frame;
  const last = path[path.length - 1] ?? null;
  const first = path[0] ?? start;
  const isWhole = path.length === board.rows * board.cols;
  const lastSeen = over && path.length > 1 ? last : end;
  // As the rule counts: an open start lowers no degrees, and an end asked for is kept for the last.
  const held = end !== null && reel.length ? [end] : [];
  const free =
    look.degrees && !over && view.hasRoomForFigures
      ? degrees(board, [...path, ...held], openStart ? path.slice(0, 1) : [])
      : null;
  const number = new Map(path.map((n, k) => [n, k + 1]));
  const allMarks = new Map([...missed(board, number, over && reel.length > 0), ...marks]);
  if (left !== null) allMarks.set(left, { kind: "left", words: "the search went back from here" });
  return {
    path,
    closed: isWhole && isMove(path[0], last, board.cols),
    length: reel.total,
    numbers: look.numbers,
    lines: look.lines,
    colour: look.colours ? "steps" : "plain",
    degrees: free,
    targets: over ? [] : targets,
    next: over ? null : next,
    start: first,
    end: lastSeen,
    knight: !(over && look.numbers), // at the end its number is worth more
    marks: allMarks,
    cellLabel: (n) =>
      squareWords(n, {
        cols: board.cols,
        number: number.get(n),
        isKnight: n === last,
        isStart: n === first,
        isEnd: n === lastSeen,
        degree: free?.get(n),
        isTarget: !over && targets.includes(n),
        note: allMarks.get(n)?.words,
      }),
  };
}

/** The squares that a walk which is over has not visited, marked. */
function missed(board, number, isOver) {
  if (!isOver) return [];
  const all = Array.from({ length: board.rows * board.cols }, (_, n) => n);
  return all.filter((n) => !number.has(n)).map((n) => [n, { kind: "missed", words: "not visited" }]);
}
