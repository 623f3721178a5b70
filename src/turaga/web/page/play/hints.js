/**
 * Hints come from the server. They are exact and can take a second or two. A request is dropped when the player
 * makes a move, so a hint is never about an earlier position.
 */

import { boardFields, fromPair, toPair } from "../core/board.js";

/** @typedef {import("./game.js").Game} Game */
/**
 * @typedef {object} Hint
 * @property {"go" | "back" | "none" | "won" | "unknown"} kind
 * @property {string} says         with squares as row,column; `renamed` shows it
 * @property {number | null} square  the square that it points to
 * @property {number[]} good         the squares from which the board can still be completed
 * @property {number} back           the number of steps to undo
 */

/**
 * Requests hints, one at a time.
 * @param {{ask: (path: string, body: object, how: {signal: AbortSignal}) => Promise<any>}} api
 */
export function makeHintRequester(api) {
  /** @type {AbortController | null} */
  let pending = null;

  return {
    /** Whether a request is pending. */
    get isPending() {
      return pending !== null;
    },

    /** Drop the pending request. */
    cancel() {
      pending?.abort();
      pending = null;
    },

    /**
     * The hint for this game; null if the request was cancelled. Throws `ApiError` if the request fails.
     * @param {Game} game
     * @returns {Promise<Hint | null>}
     */
    async hint(game) {
      pending?.abort();
      const mine = new AbortController();
      pending = mine;
      const walk = game.path.map((square) => toPair(game.board, square));
      try {
        const body = { ...boardFields(game.board), walk };
        const response = await api.ask("hint", body, { signal: mine.signal });
        return mine.signal.aborted ? null : readHint(response, game);
      } catch (error) {
        if (mine.signal.aborted) return null;
        throw error;
      } finally {
        if (pending === mine) pending = null;
      }
    },
  };
}

/**
 * @param {any} response
 * @param {Game} game
 * @returns {Hint}
 */
function readHint(response, game) {
  const number = (/** @type {number[]} */ pair) => fromPair(game.board, pair);
  return {
    kind: response.kind,
    says: String(response.says),
    square: response.square ? number(response.square) : null,
    good: (response.good ?? []).map(number),
    back: response.back ?? 0,
  };
}
