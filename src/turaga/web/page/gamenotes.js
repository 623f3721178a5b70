// What is said under the board of a game, with the buttons that go with it.

import { stateOf } from "./game.js";
import { tellWork } from "./gamewords.js";
import { sentence, several } from "./words.js";

/** @typedef {import("./playpanel.js").Note} Note */
/**
 * @typedef {object} Deeds
 * @property {(count: number) => void} takeBack
 * @property {() => void} hint
 * @property {() => void} watch
 * @property {() => void} renew
 */

/**
 * What is said of a game that is stuck or won; null of one that goes on.
 * @param {import("./game.js").Game} game
 * @param {Deeds} deeds
 * @returns {Note | null}
 */
export function noteOfState(game, deeds) {
  switch (stateOf(game)) {
    case "stuck":
      return {
        kind: "plain",
        words: "Take the last square back, or ask how far to go back.",
        actions: [
          { label: "Undo", run: () => deeds.takeBack(1) },
          { label: "Where did it go wrong?", run: deeds.hint },
        ],
      };
    case "won":
      return {
        kind: "won",
        words: `${tellWork(game)} See it walked once more, or take it home.`,
        actions: [
          { label: "Watch it", run: deeds.watch },
          { label: "New game", run: deeds.renew },
        ],
      };
    default:
      return null;
  }
}

/**
 * A hint, and where it says so, going back.
 * @param {import("./hinting.js").Hint} hint
 * @param {Deeds} deeds
 * @returns {Note}
 */
export function noteOfHint({ kind, says, back }, deeds) {
  const goBack = { label: `Take back ${several(back, "square")}`, run: () => deeds.takeBack(back) };
  return { kind: "hint", words: sentence(says), actions: kind === "back" && back ? [goBack] : [] };
}

/**
 * Why there is no hint.
 * @param {any} error  an `ApiError`
 * @param {Deeds} deeds
 * @returns {Note}
 */
export function noteOfFailure(error, deeds) {
  const actions = [{ label: "Ask again", run: deeds.hint }];
  if (error.status !== 0) return { kind: "refused", words: sentence(error.message), actions };
  const words = "Hints need the server, and it does not answer. The game goes on without it, and is kept.";
  return { kind: "lost", words, actions };
}
