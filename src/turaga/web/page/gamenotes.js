// The notes under the board of a game, with their buttons.

import { stateOf } from "./game.js";
import { tellWork } from "./gamewords.js";
import { sentence, several } from "./words.js";

/** @typedef {import("./playpanel.js").Note} Note */
/**
 * @typedef {object} Commands
 * @property {(count: number) => void} takeBack
 * @property {() => void} hint
 * @property {() => void} watch
 * @property {() => void} renew
 */

/**
 * The note for a game that is stuck or won; null for any other game.
 * @param {import("./game.js").Game} game
 * @param {Commands} commands
 * @returns {Note | null}
 */
export function noteOfState(game, commands) {
  switch (stateOf(game)) {
    case "stuck":
      return {
        kind: "plain",
        words: "Go back one step, or find out how far to go back.",
        actions: [
          { label: "Undo", run: () => commands.takeBack(1) },
          { label: "Where did it go wrong?", run: commands.hint },
        ],
      };
    case "won":
      return {
        kind: "won",
        words: `${tellWork(game)} You can watch the tour again or download it.`,
        actions: [
          { label: "Watch again", run: commands.watch },
          { label: "New game", run: commands.renew },
        ],
      };
    default:
      return null;
  }
}

/**
 * The note for a hint. If the hint is to go back, it has a button for that.
 * @param {import("./hints.js").Hint} hint
 * @param {Commands} commands
 * @returns {Note}
 */
export function noteOfHint({ kind, says, back }, commands) {
  const goBack = { label: `Go back ${several(back, "step")}`, run: () => commands.takeBack(back) };
  return { kind: "hint", words: sentence(says), actions: kind === "back" && back ? [goBack] : [] };
}

/**
 * The note that says why there is no hint.
 * @param {any} error  an `ApiError`
 * @param {Commands} commands
 * @returns {Note}
 */
export function noteOfFailure(error, commands) {
  const actions = [{ label: "Try again", run: commands.hint }];
  if (error.status !== 0) return { kind: "refused", words: sentence(error.message), actions };
  const words = "Hints need the server, which is not responding. You can keep playing; your game is saved.";
  return { kind: "lost", words, actions };
}
