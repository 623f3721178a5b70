/**
 * The game as a value: the squares visited so far and the possible moves.
 *
 * The player chooses a start, then moves the knight, and wins when every square is visited. A game never
 * changes: each move returns a new game. The rules and messages are those of src/turaga/play/game.py. Nothing
 * here touches the page. A square is an index (`core/board.js`).
 */

import { isHole, isMove, neighboursOf, targetsOf as freeNear } from "../core/board.js";
import { nameOf } from "../core/names.js";
import { listed, several } from "../core/words.js";

/** @typedef {import("../core/board.js").Board} Board */
/**
 * @typedef {object} Game
 * @property {Board} board
 * @property {readonly number[]} path    the squares visited, in order
 * @property {readonly number[]} undone  the squares that were undone; `redo` goes to the last of them
 * @property {number} undos              number of steps undone
 * @property {number} hints              number of hints given
 * @property {number} seconds            the time played
 */
/** @typedef {"choosing" | "playing" | "won" | "stuck"} State */

/** A move that is not possible. The message says why, without a capital letter and a full stop. `short` says it
 * in a few words. */
export class NotPossible extends Error {
  /** @param {string} message @param {string} [short] */
  constructor(message, short = message) {
    super(message);
    this.short = short;
  }
}

/** A new game. @param {Board} board @returns {Game} */
export function newGame(board) {
  return Object.freeze({ board, path: [], undone: [], undos: 0, hints: 0, seconds: 0 });
}

// -- the state of a game ------------------------------------------------------------------------------------

/** The number of unvisited squares. @param {Game} game */
export function leftOf(game) {
  return game.board.size - game.path.length;
}

/** The square that the knight is on; null before the start is chosen. @param {Game} game
 * @returns {number | null} */
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
 * The squares that the knight can move to, by direction. The list is empty before the start is chosen, when any
 * square is possible.
 * @param {Game} game
 * @returns {number[]}
 */
export function targetsOf(game) {
  return freeNear(game.board, game.path);
}

/** Whether the game was won with a closed tour: its last square is a move away from its first.
 * @param {Game} game */
export function isClosed(game) {
  const knight = knightOf(game);
  return knight !== null && !leftOf(game) && game.path.length > 2 && isMove(game.board, knight, game.path[0]);
}

/** Whether any square has been visited or undone. @param {Game} game */
export function isBegun(game) {
  return game.path.length > 0 || game.undone.length > 0;
}

/** Whether two games have visited the same squares. @param {Game} one @param {Game} other */
export function isSamePath(one, other) {
  return one.path.length === other.path.length && one.path.every((square, i) => square === other.path[i]);
}

/** The word for the piece. @param {Board} board */
export function pieceOf({ leaper: [a, b] }) {
  return a === 1 && b === 2 ? "knight" : "leaper";
}

// -- moves --------------------------------------------------------------------------------------------------

/**
 * Why the knight cannot go to this square; null if it can.
 * @param {Game} game
 * @param {number} square
 * @returns {NotPossible | null}
 */
export function whyNot(game, square) {
  const { board, path } = game;
  const place = nameOf(board, square);
  if (isHole(board, square)) return new NotPossible(`${place} is a hole: it cannot be visited`);
  const visitedAs = path.indexOf(square);
  if (visitedAs >= 0) return new NotPossible(`${place} was already visited at step ${visitedAs + 1}`);
  const knight = knightOf(game);
  if (knight === null) return null;
  const targets = targetsOf(game);
  if (targets.includes(square)) return null;
  const here = nameOf(board, knight);
  const piece = pieceOf(board);
  if (!targets.length) {
    return new NotPossible(`the ${piece} is stuck on ${here}: every square a move away is visited`);
  }
  const moves = targets.length === 1 ? "possible move is" : "possible moves are";
  const where = listed(targets.map((target) => nameOf(board, target)));
  const message = `${place} is not a ${piece}'s move from ${here}: the ${moves} ${where}`;
  return new NotPossible(message, `no move from ${here} to ${place}`);
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
  if (reason) throw reason;
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
 * The game after going back to the last `count` squares that were undone.
 * @param {Game} game
 * @param {number} [count]
 * @returns {Game}
 */
export function redo(game, count = 1) {
  if (game.undone.length < count) throw new NotPossible("there is nothing to redo");
  const kept = game.undone.length - count;
  const again = game.undone.slice(kept).reverse();
  return Object.freeze({ ...game, path: [...game.path, ...again], undone: game.undone.slice(0, kept) });
}

/** The game with this much more time played. @param {Game} game @param {number} seconds @returns {Game} */
export function after(game, seconds) {
  return Object.freeze({ ...game, seconds: game.seconds + Math.max(0, seconds) });
}

/** The game with one more hint counted. @param {Game} game @returns {Game} */
export function hinted(game) {
  return Object.freeze({ ...game, hints: game.hints + 1 });
}

// -- what is known about a board without a search -----------------------------------------------------------

/**
 * The squares of the colour that every tour must start on; null if either colour will do, and an empty list if
 * there is no tour. A leaper whose two steps have an odd sum changes colour with every move, so a tour visits
 * the colours in turn.
 * @param {Board} board
 * @returns {number[] | null}
 */
export function startsByColour(board) {
  if ((board.leaper[0] + board.leaper[1]) % 2 === 0) return null;
  /** @type {[number[], number[]]} */
  const classes = [[], []];
  for (let n = 0; n < board.area; n++) {
    if (!isHole(board, n)) classes[(Math.floor(n / board.cols) + (n % board.cols)) % 2].push(n);
  }
  const [more, less] = classes.sort((one, other) => other.length - one.length);
  if (more.length === less.length) return null;
  return more.length === less.length + 1 ? more : [];
}

/**
 * Whether it is known at once that the board has no tour: by its colours, because a square has no move, or
 * because it is one of the rectangles without one (Cull and De Curtins 1978, and for three rows Van Rees 1996).
 * @param {Board} board
 */
export function hasNoTour(board) {
  if (board.size === 1) return false;
  if (startsByColour(board)?.length === 0) return true;
  for (let n = 0; n < board.area; n++) {
    if (!isHole(board, n) && !neighboursOf(board, n).length) return true;
  }
  if (board.holes || pieceOf(board) !== "knight") return false;
  const [less, more] = [Math.min(board.rows, board.cols), Math.max(board.rows, board.cols)];
  return less < 3 || ["3x3", "3x5", "3x6", "4x4"].includes(`${less}x${more}`);
}
