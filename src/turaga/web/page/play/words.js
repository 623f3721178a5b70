/** Sentences about a game, the same as in the terminal. Pure functions. */

import { isHole } from "../core/board.js";
import { boardName, nameOf } from "../core/names.js";
import { grouped, listed, several } from "../core/words.js";
import { hasNoTour, isClosed, knightOf, leftOf, pieceOf, startsByColour, stateOf, targetsOf } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../core/board.js").Board} Board */

/** A time in minutes and seconds, with hours from one hour on. @param {number} seconds */
export function showTime(seconds) {
  const whole = Math.floor(seconds + 1e-6); // a difference of times can be slightly below a whole second
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`;
}

/** The goal. @param {Board} board */
export function tellGoal({ size }) {
  return size === 1 ? "Visit the only square" : `Visit all ${grouped(size)} squares`;
}

/**
 * The state of the game as a headline, and what to do now.
 * @param {Game} game
 * @returns {{headline: string, words: string}}
 */
export function tellState(game) {
  const knight = knightOf(game);
  if (knight === null) return { headline: "Choose a square to start", words: tellStart(game.board) };
  const here = nameOf(game.board, knight);
  switch (stateOf(game)) {
    case "won":
      return tellWin(game);
    case "stuck":
      return {
        headline: `Dead end with ${several(leftOf(game), "square")} left`,
        words: `Every square that the ${pieceOf(game.board)} can reach from ${here} has been visited.`,
      };
    default:
      return {
        headline: `Step ${game.path.length}: ${pieceOf(game.board)} on ${here}`,
        words: tellTargets(game),
      };
  }
}

/** What to know before the start. @param {Board} board */
function tellStart(board) {
  if (hasNoTour(board)) return "This board has no tour: see how far you get.";
  const starts = startsByColour(board);
  if (!starts) return "Start on any square, then visit every square once.";
  return `Then visit every square once. Tours start on ${colourOf(board, starts[0])} squares, such as ${nameOf(board, starts[0])}.`;
}

/** The colour of a square as the page draws it. @param {Board} board @param {number} n */
function colourOf({ cols }, n) {
  return (Math.floor(n / cols) + (n % cols)) % 2 ? "dark" : "light";
}

/**
 * Why no tour starts where this game did, by the colours of the squares; null if they do not forbid it.
 * @param {Game} game
 */
export function whyBadStart({ board, path }) {
  const starts = path.length ? startsByColour(board) : null;
  if (!starts?.length || starts.includes(path[0])) return null;
  const [colour, other] = [starts[0], path[0]].map((n) => colourOf(board, n));
  const counts = `${starts.length} ${colour} squares and ${board.size - starts.length} ${other} ones`;
  return (
    `No tour starts on ${nameOf(board, path[0])}: the board has ${counts}, ` +
    "and every move changes the colour. " +
    `Start on a ${colour} square such as ${nameOf(board, starts[0])}, or see how far you get.`
  );
}

/** @param {Game} game @returns {{headline: string, words: string}} */
function tellWin(game) {
  const [first, last] = [game.path[0], game.path[game.path.length - 1]].map((n) => nameOf(game.board, n));
  return isClosed(game)
    ? {
        headline: "You did it: a closed tour",
        words: `One more move from ${last} would return to the start, ${first}.`,
      }
    : { headline: "You did it: an open tour", words: `From ${first} to ${last}, every square once.` };
}

/** What it took to win a game. @param {Game} game */
export function tellWork(game) {
  const counted = (/** @type {number} */ count, /** @type {string} */ thing) =>
    count ? several(count, thing) : `no ${thing}s`;
  const helps = `${counted(game.undos, "undo")} and ${counted(game.hints, "hint")}`;
  const praise = game.hints ? "Well played!" : game.undos ? "And all by yourself!" : "Perfect!";
  if (!game.seconds && game.board.size > 1) return "This tour was in the link. Watch it again, or try this board yourself."; // nobody is that quick
  return `${several(game.board.size, "square")} in ${showTime(game.seconds)}, with ${helps}. ${praise}`;
}

/** The possible moves. @param {Game} game */
function tellTargets(game) {
  const names = targetsOf(game).map((square) => nameOf(game.board, square));
  const many = names.length === 1 ? "one square" : `${names.length} squares`;
  return `You can move to ${many}: ${listed(names, "or")}.`;
}

/** The whole state of the game in one text, which a screen reader reads after every action.
 * @param {Game} game */
export function announcement(game) {
  const { headline, words } = tellState(game);
  const state = stateOf(game);
  const knight = knightOf(game);
  const here = nameOf(game.board, knight ?? 0);
  const where = state === "stuck" ? `Step ${game.path.length}: ${pieceOf(game.board)} on ${here}. ` : "";
  return `${where}${headline}. ${words}${state === "won" ? ` ${tellWork(game)}` : ""}`;
}

/**
 * The label of a square for screen readers.
 * @param {Game} game
 * @param {number} square
 * @param {import("./scene.js").Seen} seen
 */
export function squareLabel(game, square, { targets, numbers, degrees, good, state }) {
  const said = [nameOf(game.board, square)];
  if (isHole(game.board, square)) return `${said[0]}, hole`;
  const number = numbers.get(square);
  if (number !== undefined) {
    said.push(`step ${number}`);
    const here = state === "won" ? "the end" : `the ${pieceOf(game.board)} is here`;
    if (square === knightOf(game)) said.push(here);
    else if (number === 1) said.push("the start");
    return said.join(", ");
  }
  said.push(state === "stuck" ? "missed" : "unvisited");
  if (targets.has(square)) said.push("possible move");
  const degree = degrees?.get(square);
  if (degree !== undefined) said.push(`degree ${degree}`);
  if (good.has(square)) said.push("the hint points here");
  return said.join(", ");
}

/** A game and its progress, as the list of games shows them. @param {Game} game */
export function soFar(game) {
  const visited = `${game.path.length} of ${several(game.board.size, "square")}`;
  const state = stateOf(game);
  const tour = isClosed(game) ? "a closed tour" : "an open tour";
  const ended = state === "won" ? `, ${tour}` : state === "stuck" ? ", dead end" : "";
  return `${boardName(game.board)}: ${visited}${ended}, ${showTime(game.seconds)}`;
}

/** How the piece moves, for the help. @param {Board} board */
export function tellPiece({ leaper: [a, b] }) {
  const knight = "A knight jumps two squares in one direction and one to the side, over anything in between.";
  if (a === 1 && b === 2) return knight;
  const steps = (/** @type {number} */ count) => several(count, "square");
  if (a === 0) return `This leaper jumps ${steps(b)} up, down, left or right.`;
  if (a === b) return `This leaper jumps ${steps(a)} diagonally.`;
  return `This leaper jumps ${steps(b)} in one direction and ${a} to the side.`;
}

/** Why a board cannot be played. @param {Board} board @param {number} most */
export function tellTooLarge(board, most) {
  const has = board.size > most ? several(board.size, "square") : `${grouped(board.area)} squares and holes`;
  const limit = board.size > most ? most : 4 * most;
  return `${boardName(board)} has ${has}. Boards of up to ${grouped(limit)} can be played.`;
}
