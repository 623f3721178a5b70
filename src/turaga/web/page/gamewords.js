// Sentences about a game, the same as in the terminal. Pure functions.

import { show } from "./geometry.js";
import { boardName, hasTour, isClosed, knightOf, leftOf, sizeOf, stateOf, targetsOf } from "./game.js";
import { listed, several } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/**
 * A time in minutes and seconds, with hours from one hour on.
 * @param {number} seconds
 * @returns {string}
 */
export function showTime(seconds) {
  const whole = Math.floor(seconds + 1e-6); // a difference of times can be slightly below a whole second
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${two(minutes)}:${two(whole % 60)}`;
}

/**
 * The state of the game as a headline, and what to do now.
 * @param {Game} game
 * @returns {{headline: string, words: string}}
 */
export function tellState(game) {
  const knight = knightOf(game);
  if (knight === null) {
    const none = hasTour(game) ? "" : " This board has no tour: see how far you get.";
    return {
      headline: "Choose a start",
      words: `Start on any square, then visit every square once.${none}`,
    };
  }
  const here = show(knight, game.cols);
  switch (stateOf(game)) {
    case "won":
      return tellWin(game);
    case "stuck":
      return {
        headline: `Dead end with ${several(leftOf(game), "square")} left`,
        words: `Every square a move away from ${here} is visited.`,
      };
    default:
      return { headline: `Step ${game.path.length}: knight on ${here}`, words: tellTargets(game) };
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
        words: `One more move from ${last} would return to the start, ${first}.`,
      }
    : { headline: "You did it: an open tour", words: `From ${first} to ${last}, every square once.` };
}

/**
 * What it took to win a game.
 * @param {Game} game
 * @returns {string}
 */
export function tellWork(game) {
  const helps = `${counted(game.undos, "undo")} and ${counted(game.hints, "hint")}`;
  return `${several(sizeOf(game), "square")} in ${showTime(game.seconds)}, with ${helps}.`;
}

/**
 * The possible moves.
 * @param {Game} game
 * @returns {string}
 */
function tellTargets(game) {
  const names = targetsOf(game).map((square) => show(square, game.cols));
  const many = names.length === 1 ? "one square" : `${names.length} squares`;
  return `You can move to ${many}: ${listed(names, "or")}.`;
}

/**
 * The whole state of the game in one text, which a screen reader reads after every action.
 * @param {Game} game
 * @returns {string}
 */
export function announcement(game) {
  const { headline, words } = tellState(game);
  const state = stateOf(game);
  const here = show(knightOf(game) ?? 0, game.cols);
  const place = state === "stuck" ? `Step ${game.path.length}: knight on ${here}. ` : "";
  return `${place}${headline}. ${words}${state === "won" ? ` ${tellWork(game)}` : ""}`;
}

/**
 * The label of a square for screen readers.
 * @param {Game} game
 * @param {number} square
 * @param {import("./gamescene.js").Seen} seen
 * @returns {string}
 */
export function squareLabel(game, square, { targets, numbers, degrees, good, state }) {
  const said = [show(square, game.cols)];
  const number = numbers.get(square);
  if (number !== undefined) {
    said.push(`step ${number}`);
    if (square === knightOf(game)) said.push(state === "won" ? "the end" : "the knight is here");
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

/**
 * A game and its progress, as the list of games shows them.
 * @param {Game} game
 * @returns {string}
 */
export function soFar(game) {
  const visited = `${game.path.length} of ${several(sizeOf(game), "square")}`;
  const state = stateOf(game);
  const tour = isClosed(game) ? "a closed tour" : "an open tour";
  const ended = state === "won" ? `, ${tour}` : state === "stuck" ? ", dead end" : "";
  return `${boardName(game)}: ${visited}${ended}, ${showTime(game.seconds)}`;
}

/**
 * @param {number} count
 * @param {string} thing
 */
function counted(count, thing) {
  return count ? several(count, thing) : `no ${thing}s`;
}
