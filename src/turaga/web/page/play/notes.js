/** Notes about a game, with their buttons. Pure functions. */

import { nameOf, renamed } from "../core/names.js";
import { sentence, several } from "../core/words.js";
import { stateOf } from "./game.js";
import { tellWork, whyBadStart } from "./words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../core/board.js").Board} Board */
/**
 * @typedef {object} Action  a button, or a link if it has `href`
 * @property {string} label
 * @property {() => void} [run]
 * @property {string} [href]
 * @property {boolean} [main]  whether it is what most people want now
 */
/**
 * @typedef {object} Note  the last message
 * @property {"plain" | "hint" | "refused" | "thinking" | "lost" | "won"} kind
 * @property {() => string} text  a function, because the notation of squares can change
 * @property {() => string} [short]  a few words for the line below the board
 * @property {Action[]} [actions]
 */
/**
 * @typedef {object} Commands
 * @property {(count: number) => void} takeBack
 * @property {() => void} hint
 * @property {() => void} cancel
 * @property {() => void} explore  the start of this tour
 * @property {() => void} share
 */

/** A note that is only a sentence. @param {Note["kind"]} kind @param {string} words @returns {Note} */
export function plainNote(kind, words) {
  return { kind, text: () => words };
}

/**
 * The note for a game that is stuck or won, or that has a hopeless start; null for any other game.
 * @param {Game} game
 * @param {Commands} commands
 * @returns {Note | null}
 */
export function noteOfState(game, commands) {
  switch (stateOf(game)) {
    case "stuck":
      return {
        kind: "plain",
        text: () => "Undo one step, or find out how far to go back.",
        short: () => `Dead end: ${several(game.board.size - game.path.length, "square")} left`,
        actions: [{ label: "Where did it go wrong?", run: commands.hint, main: true }],
      };
    case "won":
      return noteOfWin(game, commands);
    case "playing":
      return game.path.length === 1 && whyBadStart(game) ? noteOfBadStart(game, commands) : null;
    default:
      return null;
  }
}

/** The buttons to watch it again, for a new game and for a larger board are below the board.
 * @param {Game} game @param {Commands} commands @returns {Note} */
function noteOfWin(game, commands) {
  const actions = [
    { label: "Share", run: commands.share, main: true },
    { label: "Explore this start", run: commands.explore },
  ];
  return { kind: "won", text: () => tellWork(game), short: () => "You did it!", actions };
}

/** @param {Game} game @param {Commands} commands @returns {Note} */
function noteOfBadStart(game, commands) {
  return {
    kind: "plain",
    text: () => whyBadStart(game) ?? "",
    short: () => `No tour starts on ${nameOf(game.board, game.path[0])}`,
    actions: [{ label: "Choose another start", run: () => commands.takeBack(1) }],
  };
}

/**
 * The note for a hint. If the hint is to go back, it has a button for that.
 * @param {import("./hints.js").Hint} hint
 * @param {Board} board
 * @param {Commands} commands
 * @returns {Note}
 */
export function noteOfHint({ kind, says, square, back }, board, commands) {
  const goBack = { label: `Go back ${several(back, "step")}`, run: () => commands.takeBack(back), main: true };
  const isBack = kind === "back" && back > 0;
  /** @type {Note} */
  const note = { kind: "hint", text: () => sentence(renamed(board, says)), actions: isBack ? [goBack] : [] };
  if (kind === "go" && square !== null) note.short = () => `Hint: ${nameOf(board, square)}`;
  if (isBack) note.short = () => `Hint: go back ${several(back, "step")}`;
  if (kind === "none") note.short = () => "No tour is possible";
  return note;
}

/**
 * The note while a hint is on its way.
 * @param {{done: number, total: number, what: string} | null} preparation  of the server
 * @param {Commands} commands
 * @returns {Note}
 */
export function noteOfWaiting(preparation, commands) {
  const words = preparation
    ? `${preparation.what}: ${preparation.done} of ${preparation.total}. You can keep playing.`
    : "Looking for a hint. You can keep playing.";
  return {
    kind: "thinking",
    text: () => words,
    short: () => (preparation ? `Preparing: ${preparation.done} of ${preparation.total}` : "Looking…"),
    actions: [{ label: "Cancel", run: commands.cancel }],
  };
}

/**
 * The note that says why there is no hint.
 * @param {any} error  an `ApiError`
 * @param {Board} board
 * @param {Commands} commands
 * @returns {Note}
 */
export function noteOfFailure(error, board, commands) {
  const actions = [{ label: "Try again", run: commands.hint }];
  if (error.status !== 0) {
    return { kind: "refused", text: () => sentence(renamed(board, error.message)), actions };
  }
  const words = "Hints need the server, which is not responding. You can keep playing; your game is saved.";
  return { kind: "lost", text: () => words, short: () => "No hint: the server is not responding", actions };
}
