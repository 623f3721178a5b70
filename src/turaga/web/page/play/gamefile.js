/**
 * Games as JSON, as `turaga play` saves and loads them, and as squares in a link. What is read is not trusted:
 * everything is checked. Pure functions.
 */

import { fromPair, holesOf, isHole, isMove, makeBoard, toPair } from "../core/board.js";
import { pairName, parseSquare } from "../core/names.js";
import { newGame } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../core/board.js").Board} Board */

const KIND = "turaga game"; // as in src/turaga/play/game_json.py
const MOST_COUNTED = 1e12; // limit of undos, hints and seconds: more than anybody will have
const MOST_LEAP = 60;
const SEPARATOR = "-"; // between the squares in a link
const HOLES = 4; // times as many squares and holes as squares, as in src/turaga/play/game.py

/** Whether a board can be played, if `most` squares can. @param {{size: number, area: number}} board
 * @param {number} most */
export function isPlayable({ size, area }, most) {
  return size <= most && area <= HOLES * most;
}

/** The game as an object for JSON, with squares counted from 1. @param {Game} game
 * @returns {Record<string, unknown>} */
export function writeGame({ board, path, undone, undos, hints, seconds }) {
  const pair = (/** @type {number} */ square) => toPair(board, square);
  return {
    kind: KIND,
    board: { rows: board.rows, cols: board.cols, holes: holesOf(board).map(pair) },
    leaper: [...board.leaper],
    squares: path.map(pair),
    undone: undone.map(pair),
    undos,
    hints,
    seconds: Math.round(seconds * 1000) / 1000,
  };
}

/**
 * The game in an object, or null if it is not a valid game. The board must be small enough, the squares,
 * including the undone ones, must be a walk, and the counts must be valid.
 * @param {any} data
 * @param {number} most  the most squares that a board can have
 * @returns {Game | null}
 */
export function readGame(data, most) {
  if (!data || typeof data !== "object" || data.kind !== KIND) return null;
  const board = readBoard(data.board ?? {}, data.leaper ?? [1, 2], most);
  if (!board) return null;
  const path = readSquares(data.squares, board);
  const undone = readSquares(data.undone ?? [], board);
  if (!path || !undone || !isWalk([...path, ...[...undone].reverse()], board)) return null;
  const counts = [data.undos ?? 0, data.hints ?? 0, data.seconds ?? 0];
  const areCounts = counts.every((count) => typeof count === "number" && count >= 0 && count <= MOST_COUNTED);
  if (!areCounts || !Number.isInteger(counts[0]) || !Number.isInteger(counts[1])) return null;
  const [undos, hints, seconds] = counts;
  return Object.freeze({ board, path, undone, undos, hints, seconds });
}

/** @param {any} data @param {any} leaper @param {number} most @returns {Board | null} */
function readBoard({ rows, cols, holes = [] }, leaper, most) {
  const isSide = (/** @type {unknown} */ side) => isFrom(1, side, HOLES * most);
  if (!isSide(rows) || !isSide(cols) || rows * cols > HOLES * most) return null;
  const isPair = Array.isArray(leaper) && leaper.length === 2;
  if (!isPair || !leaper.every((one) => isFrom(0, one, MOST_LEAP)) || leaper[0] + leaper[1] === 0) return null;
  const empty = readSquares(holes, makeBoard({ rows, cols }));
  if (!empty || empty.length === rows * cols) return null;
  const board = makeBoard({ rows, cols, holes: empty, leaper });
  return isPlayable(board, most) ? board : null;
}

/** Whether this is a whole number within these limits. @param {number} least @param {unknown} number
 * @param {number} most */
function isFrom(least, number, most) {
  return Number.isInteger(number) && Number(number) >= least && Number(number) <= most;
}

/**
 * Squares counted from 1 as indices; null if they are not all squares of the board, which a hole is not.
 * @param {unknown} squares
 * @param {Board} board
 * @returns {number[] | null}
 */
function readSquares(squares, board) {
  if (!Array.isArray(squares) || squares.length > board.area) return null;
  const numbers = squares.map((square) => {
    const [row, col] = Array.isArray(square) && square.length === 2 ? square : [0, 0];
    const n = isFrom(1, row, board.rows) && isFrom(1, col, board.cols) ? fromPair(board, [row, col]) : -1;
    return n >= 0 && isHole(board, n) ? -1 : n;
  });
  return numbers.includes(-1) ? null : numbers;
}

/** Whether each square is a move away from the one before, and none is visited twice.
 * @param {readonly number[]} squares @param {Board} board */
function isWalk(squares, board) {
  const apart = new Set(squares).size === squares.length;
  return apart && squares.every((square, i) => i === 0 || isMove(board, squares[i - 1], square));
}

/** The squares of a game as written in a link: 1,1-3,2-... @param {Game} game */
export function writePath({ board, path }) {
  return path.map((square) => pairName(board, square)).join(SEPARATOR);
}

/**
 * The game after the squares in a link; null if they are not a walk on the board.
 * @param {Board} board
 * @param {string} text
 * @returns {Game | null}
 */
export function readPath(board, text) {
  const path = text.split(SEPARATOR, board.size + 1).map((word) => parseSquare(word, board) ?? -1);
  if (path.includes(-1) || !isWalk(path, board)) return null;
  return Object.freeze({ ...newGame(board), path });
}
