/** Marks, notes and moves of the API as parts of a scene. Pure functions. */

import { fromPair } from "../core/board.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {Map<number, import("../board/scene.js").Mark>} Marks */

const PIECES = 6; // kinds piece1 to piece6
/** What each kind means, for screen readers. */
const WORDS = {
  light: "light", dark: "dark", ringed: "ringed", blocked: "bottleneck", near: "beside the bottleneck", removed: "removed",
}; // prettier-ignore

/**
 * The marks of a step of a proof or a frame of a method. The ends are not marks: the board shows them anyway.
 * @param {Board} board
 * @param {{marks?: {kind: string, squares: number[][], piece?: number}[], notes?: {square: number[], text: string}[]}} step
 * @returns {Marks}
 */
export function marksFrom(board, { marks = [], notes = [] }) {
  /** @type {Marks} */
  const found = new Map();
  for (const { kind, squares, piece = 1 } of marks) {
    if (kind === "start" || kind === "end") continue;
    const shown = kind === "piece" ? `piece${((piece - 1) % PIECES) + 1}` : kind;
    const words = kind === "piece" ? `piece ${piece}` : WORDS[kind];
    for (const pair of squares) {
      const n = fromPair(board, pair);
      const before = found.get(n);
      // A ring goes on top of a colour: the square shows and says both.
      found.set(n, { kind: shown, under: before?.kind, words: before?.words && before.words !== words ? `${before.words}, ${words}` : words });
    }
  }
  for (const { square, text } of notes) {
    const n = fromPair(board, square);
    const mark = found.get(n) ?? { kind: "part" };
    found.set(n, { ...mark, text, words: mark.words ? `${mark.words}, ${text}` : text });
  }
  return found;
}

/**
 * Moves as lines on the board.
 * @param {Board} board
 * @param {number[][][]} moves
 * @param {string} kind
 */
export function strokesFrom(board, moves, kind) {
  return moves.map((move) => ({ squares: move.map((pair) => fromPair(board, pair)), kind }));
}
