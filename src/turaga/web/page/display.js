/** How a walk is displayed: the switches, their parameters in a link, and the scene of one frame. */

import { checkBox, el } from "./dom.js";
import { degrees, isMove } from "./geometry.js";
import { squareWords } from "./words.js";

const SWITCHES = [
  ["lines", "Line"],
  ["numbers", "Numbers"],
  ["colours", "Colour by step"],
  ["degrees", "Degrees"],
];

/** @typedef {{lines: boolean, numbers: boolean, colours: boolean, degrees: boolean}} Look */

/**
 * The switches for a look. They change it, and call `onChange` with the name of the switch.
 * @param {Look} look
 * @param {(name: string) => void} onChange
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
      { class: "switches", role: "group", "aria-label": "Show on the board" },
      ...boxes.map(([, { element }]) => element),
    ),
    show() {
      for (const [name, { input }] of boxes) input.checked = look[name];
    },
  };
}

/**
 * A warning if something was switched on that needs larger squares; otherwise "".
 * @param {string} name
 * @param {Look} look
 * @param {{rows: number, cols: number, hasRoomForNumbers: boolean, hasRoomForFigures: boolean}} view
 */
export function noRoomWords(name, look, view) {
  const isTooSmall =
    (name === "numbers" && !view.hasRoomForNumbers) || (name === "degrees" && !view.hasRoomForFigures);
  if (!isTooSmall || !look[name]) return "";
  return `The squares of this ${view.rows}x${view.cols} board are too small to show ${name}.`;
}

/**
 * A look as parameters of a link: only what differs from the default.
 * @param {Look} look
 * @param {Look} usual
 */
export function lookToLink(look, usual) {
  const differing = SWITCHES.filter(([name]) => look[name] !== usual[name]);
  return Object.fromEntries(differing.map(([name]) => [name, look[name] ? "1" : "0"]));
}

/**
 * The look in the parameters of a link.
 * @param {Record<string, string>} params
 * @param {Look} usual
 * @returns {Look}
 */
export function lookFromLink(params, usual) {
  const read = (name) => (params[name] === undefined ? usual[name] : params[name] !== "0");
  return Object.fromEntries(SWITCHES.map(([name]) => [name, read(name)]));
}

/**
 * The scene of one frame of a walk. Before the last frame it shows where the knight can go and the degrees of
 * unvisited squares. The last frame shows the end and the squares that were not visited.
 * @param {{board: {rows: number, cols: number}, view: {hasRoomForFigures: boolean}, look: Look,
 *   reel: import("./frames.js").Reel, frame: import("./frames.js").Frame, over: boolean,
 *   start: number | null, end?: number | null, openStart?: boolean, marks?: Map<number, {kind: string, words?: string}>}} what
 *   `start` and `end` are the requested ones; `marks` are added to those of the walk. A frame with marks of its
 *   own is a change of Euler's method: no rule chooses a square there, so it has no degrees.
 */
export function sceneOf({ board, view, look, reel, frame, over, start, end = null, openStart, marks = frame.marks ?? [] }) {
  const { path, targets, next, left } = frame;
  const last = path[path.length - 1] ?? null;
  const first = path[0] ?? start;
  const isWhole = path.length === board.rows * board.cols;
  const lastSeen = over && path.length > 1 ? last : end;
  // As in the rule: an open start lowers no degrees, and a requested end is not entered before the last step.
  const held = end !== null && reel.length ? [end] : [];
  const free =
    look.degrees && !over && !frame.marks && view.hasRoomForFigures
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
    knight: !(over && look.numbers), // on the last frame, show the number instead
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

/** Marks for the squares that a finished walk has not visited. */
function missed(board, number, isOver) {
  if (!isOver) return [];
  const all = Array.from({ length: board.rows * board.cols }, (_, n) => n);
  return all.filter((n) => !number.has(n)).map((n) => [n, { kind: "missed", words: "unvisited" }]);
}
