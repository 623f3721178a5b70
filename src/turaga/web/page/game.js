// The game as a value: the squares visited so far and the possible moves.
//
// The player chooses a start, then moves the knight, and wins when every square is visited. A game never
// changes: each move returns a new game. The rules and messages are those of src/turaga/play/game.py. Nothing
// here touches the page. A square is an index, row * cols + col from 0; `show` writes it as row,col.

import { degrees, fromPair, isMove, parseSquare, show, targets, toPair } from "./geometry.js";
import { listed, several } from "./words.js";

/**
 * @typedef {object} Game
 * @property {number} rows
 * @property {number} cols
 * @property {readonly number[]} path    the squares visited, in order
 * @property {readonly number[]} undone  the squares that were undone; `redo` goes to the last of them
 * @property {number} undos              number of steps undone
 * @property {number} hints              number of hints given
 * @property {number} seconds            the time played
 */
/** @typedef {"choosing" | "playing" | "won" | "stuck"} State */

/** A move that is not possible. The message says why, without a capital letter and a full stop. */
export class NotPossible extends Error {}

/**
 * A new game.
 * @param {number} rows
 * @param {number} cols
 * @returns {Game}
 */
export function newGame(rows, cols) {
  return Object.freeze({ rows, cols, path: [], undone: [], undos: 0, hints: 0, seconds: 0 });
}

// -- the state of a game ---------------------------------------------------------------------------------

/**
 * The board as text: "8x8".
 * @param {{rows: number, cols: number}} board
 * @returns {string}
 */
export function boardName(board) {
  return `${board.rows}x${board.cols}`;
}

/**
 * The number of squares of the board.
 * @param {Game} game
 * @returns {number}
 */
export function sizeOf(game) {
  return game.rows * game.cols;
}

/**
 * The number of unvisited squares.
 * @param {Game} game
 * @returns {number}
 */
export function leftOf(game) {
  return sizeOf(game) - game.path.length;
}

/**
 * The square that the knight is on; null before the start is chosen.
 * @param {Game} game
 * @returns {number | null}
 */
export function knightOf(game) {
  return game.path.length ? game.path[game.path.length - 1] : null;
}

/**
 * Whether the player is choosing a start or playing, has won, or is stuck in a dead end.
 * @param {Game} game
 * @returns {State}
 */
export function stateOf(game) {
  if (!game.path.length) return "choosing";
  if (!leftOf(game)) return "won";
  return targetsOf(game).length ? "playing" : "stuck";
}

/**
 * The squares that the knight can move to, by direction. The list is empty before the start is chosen, when
 * any square is possible.
 * @param {Game} game
 * @returns {number[]}
 */
export function targetsOf(game) {
  return targets(game, [...game.path]);
}

/**
 * Whether the game was won with a closed tour: its last square is a move away from its first.
 * @param {Game} game
 * @returns {boolean}
 */
export function isClosed(game) {
  const knight = knightOf(game);
  return knight !== null && !leftOf(game) && isMove(knight, game.path[0], game.cols);
}

/**
 * The degree of each unvisited square, which is what Warnsdorff's rule looks at.
 * @param {Game} game
 * @returns {Map<number, number>}
 */
export function degreesOf(game) {
  return degrees(game, game.path);
}

/**
 * Whether a board with at least 3 rows and columns has a tour: all but these four do (Cull and De Curtins
 * 1978, and for three rows Van Rees 1996).
 * @param {{rows: number, cols: number}} board
 * @returns {boolean}
 */
export function hasTour({ rows, cols }) {
  const [less, more] = rows < cols ? [rows, cols] : [cols, rows];
  return !["3x3", "3x5", "3x6", "4x4"].includes(boardName({ rows: less, cols: more }));
}

/**
 * Whether any square has been visited or undone.
 * @param {Game} game
 * @returns {boolean}
 */
export function isBegun(game) {
  return game.path.length > 0 || game.undone.length > 0;
}

// -- moves -----------------------------------------------------------------------------------------------

/**
 * Why the knight cannot go to this square, in a sentence; null if it can.
 * @param {Game} game
 * @param {number} square
 * @returns {string | null}
 */
export function whyNot(game, square) {
  const place = show(square, game.cols);
  const visitedAs = game.path.indexOf(square);
  if (visitedAs >= 0) return `${place} was already visited at step ${visitedAs + 1}`;
  const knight = knightOf(game);
  if (knight === null) return null;
  const targets = targetsOf(game);
  if (targets.includes(square)) return null;
  const here = show(knight, game.cols);
  if (!targets.length) return `the knight is stuck on ${here}: every square a move away is visited`;
  const moves = targets.length === 1 ? "possible move is" : "possible moves are";
  const where = listed(targets.map((target) => show(target, game.cols)));
  return `${place} is not a knight's move from ${here}: the ${moves} ${where}`;
}

/**
 * The game after the knight goes to this square, as the start or by a move. If this is the square that `redo`
 * would go to, the squares after it can still be redone. Going anywhere else forgets them.
 * @param {Game} game
 * @param {number} square
 * @returns {Game}
 */
export function go(game, square) {
  const reason = whyNot(game, square);
  if (reason !== null) throw new NotPossible(reason);
  const undone = game.undone[game.undone.length - 1] === square ? game.undone.slice(0, -1) : [];
  return Object.freeze({ ...game, path: [...game.path, square], undone });
}

/**
 * The game `count` steps back, possibly to before the start. Each step counts as an undo.
 * @param {Game} game
 * @param {number} [count]
 * @returns {Game}
 */
export function undo(game, count = 1) {
  const visited = game.path.length;
  if (!visited) throw new NotPossible("there is nothing to undo: no square has been visited yet");
  if (!(count >= 1 && count <= visited)) {
    const done = `${several(visited, "step")} ${visited === 1 ? "has" : "have"}`;
    throw new NotPossible(`cannot undo ${several(count, "step")}: ${done} been made`);
  }
  const kept = visited - count;
  return Object.freeze({
    ...game,
    path: game.path.slice(0, kept),
    undone: [...game.undone, ...game.path.slice(kept).reverse()],
    undos: game.undos + count,
  });
}

/**
 * The game after going back to the square that was undone last.
 * @param {Game} game
 * @returns {Game}
 */
export function redo(game) {
  if (!game.undone.length) throw new NotPossible("there is nothing to redo");
  const square = game.undone[game.undone.length - 1];
  return Object.freeze({ ...game, path: [...game.path, square], undone: game.undone.slice(0, -1) });
}

/**
 * The game with this much more time played.
 * @param {Game} game
 * @param {number} seconds
 * @returns {Game}
 */
export function after(game, seconds) {
  return Object.freeze({ ...game, seconds: game.seconds + Math.max(0, seconds) });
}

/**
 * The game with one more hint counted.
 * @param {Game} game
 * @returns {Game}
 */
export function hinted(game) {
  return Object.freeze({ ...game, hints: game.hints + 1 });
}

// -- reading and writing ---------------------------------------------------------------------------------

const KIND = "turaga game"; // as in src/turaga/play/game_json.py: `turaga play --load` reads these games
const MOST_COUNTED = 1e12; // limit of undos, hints and seconds: more than anybody will have

/**
 * The game as an object for JSON, with squares counted from 1, as `turaga play` saves and loads it.
 * @param {Game} game
 * @returns {Record<string, unknown>}
 */
export function writeGame(game) {
  const fromOne = (/** @type {number} */ square) => toPair(square, game.cols);
  return {
    kind: KIND,
    board: { rows: game.rows, cols: game.cols, holes: [] },
    leaper: [1, 2],
    squares: game.path.map(fromOne),
    undone: game.undone.map(fromOne),
    undos: game.undos,
    hints: game.hints,
    seconds: Math.round(game.seconds * 1000) / 1000,
  };
}

/**
 * The game in an object, or null if it is not a valid game. Everything is checked: the board must be within
 * the limits, the squares, including the undone ones, must be a walk, and the counts must be valid.
 * @param {any} data
 * @param {{least: number, most: number, squares: number}} limits  of rows and columns, and of squares
 * @returns {Game | null}
 */
export function readGame(data, limits) {
  if (!data || typeof data !== "object" || data.kind !== KIND) return null;
  const { rows, cols } = data.board ?? {};
  const isSide = (/** @type {unknown} */ side) =>
    Number.isInteger(side) && Number(side) >= limits.least && Number(side) <= limits.most;
  if (!isSide(rows) || !isSide(cols) || rows * cols > limits.squares) return null;
  const path = readSquares(data.squares, rows, cols);
  const undone = readSquares(data.undone ?? [], rows, cols);
  if (!path || !undone || !isWalk([...path, ...[...undone].reverse()], cols)) return null;
  const counts = [data.undos ?? 0, data.hints ?? 0, data.seconds ?? 0];
  const areCounts = counts.every((count) => typeof count === "number" && count >= 0 && count <= MOST_COUNTED);
  if (!areCounts || !Number.isInteger(counts[0]) || !Number.isInteger(counts[1])) return null;
  const [undos, hints, seconds] = counts;
  return Object.freeze({ rows, cols, path, undone, undos, hints, seconds });
}

const SEPARATOR = "-"; // between the squares in a link

/**
 * The squares of a game as written in a link: 1,1-3,2-...
 * @param {Game} game
 * @returns {string}
 */
export function writePath(game) {
  return game.path.map((square) => show(square, game.cols)).join(SEPARATOR);
}

/**
 * The game after the squares in a link; null if they are not a walk on the board.
 * @param {number} rows
 * @param {number} cols
 * @param {string} text
 * @returns {Game | null}
 */
export function readPath(rows, cols, text) {
  const path = text.split(SEPARATOR, rows * cols + 1).map((word) => parseSquare(word, rows, cols) ?? -1);
  if (path.includes(-1) || !isWalk(path, cols)) return null;
  return Object.freeze({ ...newGame(rows, cols), path });
}

/**
 * Whether two games have visited the same squares.
 * @param {Game} one
 * @param {Game} other
 * @returns {boolean}
 */
export function isSamePath(one, other) {
  return one.path.length === other.path.length && one.path.every((square, i) => square === other.path[i]);
}

const isFrom1To = (/** @type {unknown} */ number, /** @type {number} */ most) =>
  Number.isInteger(number) && Number(number) >= 1 && Number(number) <= most;

/**
 * Squares counted from 1 as indices; null if they are not all squares of the board.
 * @param {unknown} squares
 * @param {number} rows
 * @param {number} cols
 * @returns {number[] | null}
 */
function readSquares(squares, rows, cols) {
  if (!Array.isArray(squares) || squares.length > rows * cols) return null;
  const numbers = squares.map((square) => {
    const [row, col] = Array.isArray(square) && square.length === 2 ? square : [0, 0];
    const isOn = isFrom1To(row, rows) && isFrom1To(col, cols);
    return isOn ? fromPair([row, col], cols) : -1;
  });
  return numbers.includes(-1) ? null : numbers;
}

/**
 * Whether these squares are a walk: each is a move away from the one before, and none is visited twice.
 * @param {readonly number[]} squares
 * @param {number} cols
 * @returns {boolean}
 */
function isWalk(squares, cols) {
  const apart = new Set(squares).size === squares.length;
  return apart && squares.every((square, i) => i === 0 || isMove(squares[i - 1], square, cols));
}
