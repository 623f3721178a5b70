/** Boards to play before and after this one. Pure functions. */

import { isHole, makeBoard } from "../core/board.js";
import { nameOf, sizeName } from "../core/names.js";
import { pieceOf } from "./game.js";

/** @typedef {import("../core/board.js").Board} Board */

const EASY = [5, 6, 8];
const LEVELS = [...EASY, 10, 12, 16, 20, 30, 50];

/** The next larger board to play; null if there is none. @param {Board} board @returns {Board | null} */
export function nextBoard(board) {
  if (pieceOf(board) !== "knight") return null;
  const side = LEVELS.find((level) => level * level > board.size);
  return side ? makeBoard({ rows: side, cols: side }) : null;
}

/**
 * What to do before the start is chosen: take the start of the other modes, or play an easy board.
 * @param {Board} board
 * @param {number | null} start  of the other modes
 * @param {{go: (square: number) => void, play: (board: Board) => void}} commands
 * @returns {import("./notes.js").Action[]}
 */
export function waysToStart(board, start, { go, play }) {
  const boards = EASY.map((side) => makeBoard({ rows: side, cols: side }));
  const others = boards.filter((one) => one.key !== board.key);
  const chips = others.map((one) => ({ label: `Play ${sizeName(one)}`, run: () => play(one) }));
  if (start === null || isHole(board, start)) return chips;
  return [{ label: `Start on ${nameOf(board, start)}`, run: () => go(start), main: true }, ...chips];
}
