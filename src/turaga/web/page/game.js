// The game as a value: the squares visited so far, and what may be done next.
//
// The player chooses a start, then moves the knight, and wins when every square is visited. Nothing changes
// in place: each deed gives a new game. Same rules and same words as src/turaga/play/game.py; no page in
// here. A square is a number, row * cols + col from 0; `show` makes of it what people read.

import { degrees, fromPair, isMove, parseSquare, show, targets, toPair } from "./geometry.js";
import { listed, several } from "./words.js";

/**
 * @typedef {object} Game
 * @property {number} rows
 * @property {number} cols
 * @property {readonly number[]} path    the squares visited, in turn
 * @property {readonly number[]} undone  the squares taken back, the last of them the next to be gone to again
 * @property {number} undos              how many squares were taken back
 * @property {number} hints              how many hints were given
 * @property {number} seconds            the time played
 */
/** @typedef {"choosing" | "playing" | "won" | "stuck"} State */

/** A deed that cannot be done; its message says why, in a sentence without capital and full stop. */
export class NotPossible extends Error {}

/**
 * A game about to begin.
 * @param {number} rows
 * @param {number} cols
 * @returns {Game}
 */
export function newGame(rows, cols) {
  return Object.freeze({ rows, cols, path: [], undone: [], undos: 0, hints: 0, seconds: 0 });
}

// -- what is so ------------------------------------------------------------------------------------------

/**
 * The board as people read it: "8x8".
 * @param {{rows: number, cols: number}} board
 * @returns {string}
 */
export function boardName(board) {
  return `${board.rows}x${board.cols}`;
}

/**
 * How many squares the board has.
 * @param {Game} game
 * @returns {number}
 */
export function sizeOf(game) {
  return game.rows * game.cols;
}

/**
 * How many squares are still to be visited.
 * @param {Game} game
 * @returns {number}
 */
export function leftOf(game) {
  return sizeOf(game) - game.path.length;
}

/**
 * Where the knight stands; null before the start is chosen.
 * @param {Game} game
 * @returns {number | null}
 */
export function knightOf(game) {
  return game.path.length ? game.path[game.path.length - 1] : null;
}

/**
 * Whether the start is to be chosen, the game goes on, it is won, or the knight is stuck.
 * @param {Game} game
 * @returns {State}
 */
export function stateOf(game) {
  if (!game.path.length) return "choosing";
  if (!leftOf(game)) return "won";
  return targetsOf(game).length ? "playing" : "stuck";
}

/**
 * The squares that may be gone to now, in the order of the directions; before the start is chosen none is
 * named, since any may be.
 * @param {Game} game
 * @returns {number[]}
 */
export function targetsOf(game) {
  return targets(game, [...game.path]);
}

/**
 * Whether the game is won by a closed tour: its last square is a move from its first.
 * @param {Game} game
 * @returns {boolean}
 */
export function isClosed(game) {
  const knight = knightOf(game);
  return knight !== null && !leftOf(game) && isMove(knight, game.path[0], game.cols);
}

/**
 * How many free neighbours each free square has: what Warnsdorff's rule looks at.
 * @param {Game} game
 * @returns {Map<number, number>}
 */
export function degreesOf(game) {
  return degrees(game, game.path);
}

/**
 * Whether a board with sides from 3 has a tour at all: all have but these four (Cull and De Curtins 1978, and
 * for three rows Van Rees 1996).
 * @param {{rows: number, cols: number}} board
 * @returns {boolean}
 */
export function hasTour({ rows, cols }) {
  const [less, more] = rows < cols ? [rows, cols] : [cols, rows];
  return !["3x3", "3x5", "3x6", "4x4"].includes(boardName({ rows: less, cols: more }));
}

/**
 * Whether there is anything to lose: squares visited, or taken back.
 * @param {Game} game
 * @returns {boolean}
 */
export function isBegun(game) {
  return game.path.length > 0 || game.undone.length > 0;
}

// -- what can be done ------------------------------------------------------------------------------------

/**
 * Why the knight may not go there, in a sentence; null if it may.
 * @param {Game} game
 * @param {number} square
 * @returns {string | null}
 */
export function whyNot(game, square) {
  const place = show(square, game.cols);
  const visitedAs = game.path.indexOf(square);
  if (visitedAs >= 0) return `${place} is visited already, as number ${visitedAs + 1}`;
  const knight = knightOf(game);
  if (knight === null) return null;
  const targets = targetsOf(game);
  if (targets.includes(square)) return null;
  const here = show(knight, game.cols);
  if (!targets.length) return `the knight is stuck on ${here}: every square a move away is visited`;
  const where = listed(targets.map((target) => show(target, game.cols)), "or");
  return `${place} is no knight's move from ${here}: go to ${where}`;
}

/**
 * The game after this square is entered, the start or a move. Going where `redo` would leads there and keeps
 * what follows; going elsewhere forgets it.
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
 * The game with so many squares taken back; the start too can be. Each counts as an undo.
 * @param {Game} game
 * @param {number} [count]
 * @returns {Game}
 */
export function undo(game, count = 1) {
  const visited = game.path.length;
  if (!visited) throw new NotPossible("there is nothing to take back: no square is visited yet");
  if (!(count >= 1 && count <= visited)) {
    throw new NotPossible(
      `${count} squares cannot be taken back: ${several(visited, "square")} ` +
        `${visited === 1 ? "is" : "are"} visited, so 1 to that many can`,
    );
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
 * The game with the square taken back last gone to again.
 * @param {Game} game
 * @returns {Game}
 */
export function redo(game) {
  if (!game.undone.length) throw new NotPossible("there is nothing to go to again: no square was taken back");
  const square = game.undone[game.undone.length - 1];
  return Object.freeze({ ...game, path: [...game.path, square], undone: game.undone.slice(0, -1) });
}

/**
 * The game with so much more time played.
 * @param {Game} game
 * @param {number} seconds
 * @returns {Game}
 */
export function after(game, seconds) {
  return Object.freeze({ ...game, seconds: game.seconds + Math.max(0, seconds) });
}

/**
 * The game with one hint more given.
 * @param {Game} game
 * @returns {Game}
 */
export function asked(game) {
  return Object.freeze({ ...game, hints: game.hints + 1 });
}

// -- as text, and back -----------------------------------------------------------------------------------

const KIND = "turaga game"; // as src/turaga/play/game_json.py writes it: `turaga play --load` goes on with it
const MOST_COUNTED = 1e12; // undos, hints, seconds: more than anybody will have

/**
 * The game as an object for JSON, squares from 1: what `turaga play` saves and loads.
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
 * The game that an object holds; null if it holds none. Nothing is trusted: the board must be within the
 * limits, the squares, those taken back too, must be a walk, and the counts must be counts.
 * @param {any} said
 * @param {{least: number, most: number, squares: number}} limits  of a side, and how many squares at most
 * @returns {Game | null}
 */
export function readGame(said, limits) {
  if (!said || typeof said !== "object" || said.kind !== KIND) return null;
  const { rows, cols } = said.board ?? {};
  const isSide = (/** @type {unknown} */ side) =>
    Number.isInteger(side) && Number(side) >= limits.least && Number(side) <= limits.most;
  if (!isSide(rows) || !isSide(cols) || rows * cols > limits.squares) return null;
  const path = readSquares(said.squares, rows, cols);
  const undone = readSquares(said.undone ?? [], rows, cols);
  if (!path || !undone || !isWalk([...path, ...[...undone].reverse()], cols)) return null;
  const counts = [said.undos ?? 0, said.hints ?? 0, said.seconds ?? 0];
  const areCounts = counts.every((count) => typeof count === "number" && count >= 0 && count <= MOST_COUNTED);
  if (!areCounts || !Number.isInteger(counts[0]) || !Number.isInteger(counts[1])) return null;
  const [undos, hints, seconds] = counts;
  return Object.freeze({ rows, cols, path, undone, undos, hints, seconds });
}

const BETWEEN = "-"; // between the squares of a link

/**
 * The squares of a game as a link names them: 1,1-3,2-...
 * @param {Game} game
 * @returns {string}
 */
export function writePath(game) {
  return game.path.map((square) => show(square, game.cols)).join(BETWEEN);
}

/**
 * A game that stands after the squares a link names; null if they are no walk of the board.
 * @param {number} rows
 * @param {number} cols
 * @param {string} text
 * @returns {Game | null}
 */
export function readPath(rows, cols, text) {
  const path = text.split(BETWEEN, rows * cols + 1).map((word) => parseSquare(word, rows, cols) ?? -1);
  if (path.includes(-1) || !isWalk(path, cols)) return null;
  return Object.freeze({ ...newGame(rows, cols), path });
}

/**
 * Whether two games stand after the same squares.
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
 * Squares from 1 as numbers; null if they are none.
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
 * Whether these squares are a walk: each a move from the one before, none twice.
 * @param {readonly number[]} squares
 * @param {number} cols
 * @returns {boolean}
 */
function isWalk(squares, cols) {
  const apart = new Set(squares).size === squares.length;
  return apart && squares.every((square, i) => i === 0 || isMove(squares[i - 1], square, cols));
}
