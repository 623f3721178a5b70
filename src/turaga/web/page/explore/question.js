/** What a view of Explore asks for: a walk by a method. Pure functions. */

import { boardFields, toPair } from "../core/board.js";
import { pathOfMoves } from "../core/moves.js";
import { nameOf } from "../core/names.js";
import { ruleFields } from "../core/view.js";
import { isHow } from "../options/howpicker.js";
import { parseRule, ruleValue, wrongField } from "../walk/rule.js";

/** @typedef {import("../core/board.js").Board} Board */

/**
 * @typedef {object} Question
 * @property {Board} board
 * @property {number | null} start
 * @property {number | null} end  always null if the method cannot choose it
 * @property {boolean} closed
 * @property {string} how  the method
 * @property {import("../walk/rule.js").Rule} rule
 * @property {object} ruleValue  the fields of the API
 * @property {Int32Array | null} given  the squares of a walk that is in the link
 * @property {boolean} continued  whether to show a tour that continues the walk before its fatal move
 * @property {string} key  equal for equal questions
 */

/** Whether the method lets the user choose the end. @param {string} how */
export const canEnd = (how) => how !== "greedy";

/** The method of a view. @param {import("../core/view.js").View} view */
export function howOf({ params }) {
  return isHow(params.how) ? params.how : "auto";
}

/**
 * @param {import("../core/view.js").View} view
 * @param {readonly any[]} [systems] the published systems
 * @returns {Question}
 */
export function questionOf(view, systems) {
  const { board, start } = view;
  const how = howOf(view);
  const rule = parseRule(view.rule, systems);
  const end = canEnd(how) ? view.end : null;
  const closed = canEnd(how) && view.closed;
  const continued = view.params.continued === "1";
  const moves = view.params.moves;
  return {
    board, start, end, closed, how, continued,
    given: moves === undefined || start === null ? null : pathOfMoves(board, start, moves),
    rule: rule ?? parseRule(),
    ruleValue: rule ? ruleFields(view.rule) : {},
    key: JSON.stringify([board.key, start, end, closed, how, rule ?? null, continued, moves]),
  }; // prettier-ignore
}

/** The board and the ends as fields of the API. @param {Question} question */
export function endFields({ board, start, end, closed }) {
  const pair = (/** @type {number | null} */ n) => (n === null ? null : toPair(board, n));
  return { ...boardFields(board), start: pair(start), end: pair(end), closed };
}

/** The requested tour in words: "closed tour of 8x8 from a1". @param {Question} question @param {string} name */
export function wanted({ board, start, end, closed }, name) {
  const from = start === null ? "" : ` from ${nameOf(board, start)}`;
  const to = end === null ? "" : ` to ${nameOf(board, end)}`;
  return `${closed ? "closed tour" : "tour"} of ${name}${from}${to}`;
}

/** The changes of the view that show a walk by a rule, whatever was shown before. @param {import("../walk/walk.js").Walk}
 * walk @param {Readonly<Record<string, string>>} params */
export function changesFor(walk, { how: _, continued: _c, moves: _m, ...params }) {
  return { start: walk.path[0], picked: true, end: null, rule: ruleValue(walk.rule), params };
}

/** Whether the board itself has no such tour, so that no other start helps. @param {import("./finder.js").Result} result */
export function isHopeless({ ending, question: { start, end } }) {
  return ending === "impossible" && start === null && end === null;
}

/** The walk of a result, for a file; null if there is none. @param {import("./finder.js").Result | null} result */
export function walkToShare(result) {
  return result?.reel.path.length ? { board: result.question.board, path: result.reel.path, facts: result.facts } : null;
}

/** The parameters with the step and the speed of the player. @param {Readonly<Record<string, string>>} params
 * @param {any} player */
export function playerParams({ step: _, speed: _s, ...params }, player) {
  const isLast = player.playing || player.frame >= player.length - 1;
  const step = isLast || !player.length ? {} : { step: String(player.frame + 1) };
  return { ...params, ...step, ...(player.speed === null ? {} : { speed: String(player.speed) }) };
}

/** The names of parameters that are not valid. @param {import("../core/view.js").View} view
 * @param {readonly any[]} [systems] */
export function wrongParams({ board, start, params, rule }, systems) {
  const isFromOne = (/** @type {string | undefined} */ text) => text === undefined || /^[1-9]\d{0,8}(\.\d+)?$/.test(text);
  const wrong = [];
  if (params.how !== undefined && !isHow(params.how)) wrong.push("how");
  if (!isFromOne(params.step)) wrong.push("step");
  if (params.moves !== undefined && (start === null || !pathOfMoves(board, start, params.moves))) wrong.push("moves");
  if (!isFromOne(params.speed)) wrong.push("speed");
  const bad = wrongField(rule, systems);
  return bad ? [...wrong, bad] : wrong;
}
