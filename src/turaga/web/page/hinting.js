// Hints are the server's: exact, and sometimes a second or two away. A question is dropped as soon as the
// player goes on, so an answer never speaks of a position that is gone.

import { toPair, fromPair } from "./geometry.js";
import { boardName } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/**
 * @typedef {object} Hint
 * @property {"go" | "back" | "none" | "won" | "unknown"} kind
 * @property {string} says
 * @property {number | null} square  where it points
 * @property {number[]} good         the squares from which the board can still be completed
 * @property {number} back           how many squares to take back
 */

/**
 * Who asks for hints, one at a time.
 * @param {{ask: (path: string, body: object, how: {signal: AbortSignal}) => Promise<any>}} api
 */
export function makeAdviser(api) {
  /** @type {AbortController | null} */
  let asking = null;

  return {
    /** Whether a hint is being thought about. */
    get thinking() {
      return asking !== null;
    },

    /** Want the hint no longer. */
    leave() {
      asking?.abort();
      asking = null;
    },

    /**
     * The hint for this game; null if it was left meanwhile. What the server refuses, or that there is none,
     * is thrown as `ApiError`.
     * @param {Game} game
     * @returns {Promise<Hint | null>}
     */
    async hint(game) {
      asking?.abort();
      const mine = new AbortController();
      asking = mine;
      const squares = game.path.map((square) => toPair(square, game.cols));
      try {
        const said = await api.ask("game/hint", { board: boardName(game), squares }, { signal: mine.signal });
        return mine.signal.aborted ? null : readHint(said, game);
      } catch (error) {
        if (mine.signal.aborted) return null;
        throw error;
      } finally {
        if (asking === mine) asking = null;
      }
    },
  };
}

/**
 * @param {any} said
 * @param {Game} game
 * @returns {Hint}
 */
function readHint(said, game) {
  const number = (/** @type {number[]} */ pair) => fromPair(pair, game.cols);
  return {
    kind: said.kind,
    says: String(said.says),
    square: said.square ? number(said.square) : null,
    good: (said.good ?? []).map(number),
    back: said.back ?? 0,
  };
}
