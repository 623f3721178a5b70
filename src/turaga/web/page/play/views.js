/** What the parts around the board show of a game. Pure functions. */

import { sizeName } from "../core/names.js";
import { grouped } from "../core/words.js";
import { stateOf } from "./game.js";
import { nextBoard } from "./levels.js";
import { showTime, tellGoal, tellState } from "./words.js";

/** @typedef {import("./session.js").Now} Now */

/**
 * What is shown below the board.
 * @param {Now} now
 * @param {{isPending: boolean, isReplaying: boolean}} doing  whether a hint is on its way, and a replay runs
 * @returns {import("./under.js").UnderView}
 */
export function viewBelow({ game, note }, { isPending, isReplaying }) {
  const state = stateOf(game);
  const next = nextBoard(game.board);
  const kind = state === "stuck" && note?.kind === "plain" ? "stuck" : (note?.kind ?? "");
  return {
    state,
    status: note?.short?.() ?? tellGoal(game.board),
    kind: note?.short ? kind : "",
    visited: game.path.length,
    size: game.board.size,
    canUndo: game.path.length > 0,
    canRedo: game.undone.length > 0,
    isPending,
    isReplaying,
    next: next && sizeName(next),
  };
}

/**
 * What is shown in the tab Explain, without the ways to start.
 * @param {Now} now
 * @param {number} seconds  played so far
 * @returns {Omit<import("./explain.js").ExplainView, "starts">}
 */
export function viewBeside({ game, note }, seconds) {
  return {
    ...tellState(game),
    state: stateOf(game),
    note,
    time: showTime(seconds),
    visited: `${grouped(game.path.length)} of ${grouped(game.board.size)}`,
    undos: String(game.undos),
    hints: String(game.hints),
  };
}
