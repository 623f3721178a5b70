// What is said of a game, in the words of the terminal's; pure.

import { show } from "./geometry.js";
import { boardName, hasTour, isClosed, knightOf, leftOf, sizeOf, stateOf, targetsOf } from "./game.js";
import { listed, several } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/**
 * A time as on a clock: minutes and seconds, from an hour on hours too.
 * @param {number} seconds
 * @returns {string}
 */
export function showTime(seconds) {
  const whole = Math.floor(seconds + 1e-6); // differences of times fall short of whole seconds by a hair
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`;
}

/**
 * How the game stands, as a headline and what is to be done now.
 * @param {Game} game
 * @returns {{headline: string, words: string}}
 */
export function tellState(game) {
  const knight = knightOf(game);
  if (knight === null) {
    const none = hasTour(game) ? "" : " There is no tour of this board: see how far you get.";
    return {
      headline: "Choose a start",
      words: `Any square will do to begin with. Then visit every square once.${none}`,
    };
  }
  const here = show(knight, game.cols);
  switch (stateOf(game)) {
    case "won":
      return tellWin(game);
    case "stuck":
      return {
        headline: `A dead end with ${several(leftOf(game), "square")} left`,
        words: `Every square a move away from ${here} is visited. That happens to the best.`,
      };
    default:
      return { headline: `Number ${game.path.length} on ${here}`, words: tellTargets(game) };
  }
}

/**
 * @param {Game} game
 * @returns {{headline: string, words: string}}
 */
function tellWin(game) {
  const [first, last] = [game.path[0], game.path[game.path.length - 1]].map((n) => show(n, game.cols));
  return isClosed(game)
    ? {
        headline: "You did it: a closed tour",
        words: `From ${last} one more move would lead back to ${first}, where it began.`,
      }
    : { headline: "You did it: an open tour", words: `From ${first} to ${last}, every square once.` };
}

/**
 * What a game that is won took.
 * @param {Game} game
 * @returns {string}
 */
export function tellWork(game) {
  const helps = `${counted(game.undos, "undo")} and ${counted(game.hints, "hint")}`;
  return `${several(sizeOf(game), "square")} in ${showTime(game.seconds)}, with ${helps}.`;
}

/**
 * Where the knight may go.
 * @param {Game} game
 * @returns {string}
 */
function tellTargets(game) {
  const names = targetsOf(game).map((square) => show(square, game.cols));
  const many = names.length === 1 ? "one square" : `${names.length} squares`;
  return `You may go to ${many}: ${listed(names, "or")}.`;
}

/**
 * What a screen reader says after a deed: the state in full, in one go.
 * @param {Game} game
 * @returns {string}
 */
export function announcement(game) {
  const { headline, words } = tellState(game);
  const state = stateOf(game);
  const here = show(knightOf(game) ?? 0, game.cols);
  const place = state === "stuck" ? `Number ${game.path.length} on ${here}. ` : "";
  return `${place}${headline}. ${words}${state === "won" ? ` ${tellWork(game)}` : ""}`;
}

/**
 * What a screen reader says of a square.
 * @param {Game} game
 * @param {number} square
 * @param {import("./gamescene.js").Seen} seen
 * @returns {string}
 */
export function squareLabel(game, square, { targets, numbers, degrees, good, state }) {
  const said = [show(square, game.cols)];
  const number = numbers.get(square);
  if (number !== undefined) {
    said.push(`number ${number}`);
    if (square === knightOf(game)) said.push(state === "won" ? "the end" : "the knight is here");
    else if (number === 1) said.push("the start");
    return said.join(", ");
  }
  said.push(state === "stuck" ? "missed" : "free");
  if (targets.has(square)) said.push("you may go there");
  const degree = degrees?.get(square);
  if (degree !== undefined) said.push(several(degree, "onward move"));
  if (good.has(square)) said.push("the hint points here");
  return said.join(", ");
}

/**
 * How far a game is, as a list of games says it.
 * @param {Game} game
 * @returns {string}
 */
export function soFar(game) {
  const visited = `${game.path.length} of ${several(sizeOf(game), "square")}`;
  const state = stateOf(game);
  const tour = isClosed(game) ? "a closed tour" : "an open tour";
  const ended = state === "won" ? `, ${tour}` : state === "stuck" ? ", a dead end" : "";
  return `${boardName(game)}: ${visited}${ended}, ${showTime(game.seconds)}`;
}

/**
 * @param {number} count
 * @param {string} thing
 */
function counted(count, thing) {
  return count ? several(count, thing) : `no ${thing}s`;
}
