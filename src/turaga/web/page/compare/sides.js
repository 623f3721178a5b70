/**
 * The two sides of a comparison, A and B: what each is about, and their parameters in a link. The rule of A is
 * the shared rule of the view, and its method is `how`; the names of B begin with `b-`. Pure functions.
 */

import { squaresOf } from "../core/board.js";
import { isSameRule, ruleFields, ruleFromParams, ruleToParams } from "../core/view.js";
import { canEnd } from "../explore/question.js";
import { isHow, METHODS } from "../options/howpicker.js";
import { systemName } from "../options/rulewords.js";
import { DEFAULT_RULE, findSystem, parseRule, wrongField } from "../walk/rule.js";
import { walk } from "../walk/walk.js";

/** @typedef {import("../core/view.js").View} View */
/** @typedef {import("../core/view.js").RuleValue} RuleValue */
/** @typedef {import("../walk/rule.js").Rule} Rule */

/**
 * @typedef {object} Side
 * @property {string} how the method
 * @property {RuleValue} value the rule, as a link has it
 * @property {Rule} rule
 */

const PREFIX = "b-";
const TRIED = 150_000; // squares visited to find a start that tells the rules apart
const USUAL = "greedy"; // the method without a parameter
const STORY = "serafeimidis"; // a published rule that fails from some starts

const WITHOUT_RULE = ["vandermonde", "cycles"];

/** Whether a method walks by a rule. @param {string} how */
export const hasRule = (how) => !WITHOUT_RULE.includes(how);

/**
 * The sides of a view, and the names of parameters that are not valid, in whose place the defaults are used.
 * @param {View} view
 * @returns {{sides: [Side, Side], wrong: string[]}}
 */
export function sidesOf({ rule, params }) {
  /** @type {string[]} */
  const wrong = [];
  const ruleB = ruleFromParams(params, wrong, PREFIX);
  const side = (/** @type {RuleValue} */ value, /** @type {string} */ prefix) => {
    const how = params[`${prefix}how`] ?? USUAL;
    if (!isHow(how)) wrong.push(`${prefix}how`);
    const bad = wrongField(value);
    if (bad) wrong.push(prefix + bad);
    const valid = bad ? {} : value;
    return { how: isHow(how) ? how : USUAL, value: valid, rule: parseRule(valid) };
  };
  return { sides: [side(rule, ""), side(ruleB, PREFIX)], wrong };
}

/**
 * What a side asks for (see explore/finder.js).
 * @param {View} view
 * @param {Side} side
 * @returns {import("../explore/question.js").Question}
 */
export function questionOf({ board, start, closed: wanted }, { how, value, rule }) {
  const closed = canEnd(how) && wanted;
  const ruleValue = hasRule(how) ? ruleFields(value) : {};
  const key = JSON.stringify([board.key, start, closed, how, hasRule(how) ? rule : null]);
  return { board, start, end: null, closed, how, rule, ruleValue, continued: false, key };
}

/** Whether the parameters describe B. @param {Readonly<Record<string, string>>} params */
export function hasB(params) {
  return Object.keys(params).some((name) => name.startsWith(PREFIX));
}

/**
 * The parameters after a change of the rule of B. The default rule is written too, because without a rule the
 * page chooses one.
 * @param {Readonly<Record<string, string>>} params
 * @param {RuleValue} rule
 */
export function withRuleB(params, rule) {
  const kept = Object.entries(params).filter(([name]) => !name.startsWith(PREFIX) || name === `${PREFIX}how`);
  const value = isSameRule(rule, {}) ? { rule: DEFAULT_RULE } : rule;
  const written = Object.entries(ruleToParams(value, PREFIX)).filter(([, part]) => part !== null);
  return Object.fromEntries([...kept, ...written]);
}

/** The parameters after a change of a method. @param {Readonly<Record<string, string>>} params
 * @param {number} which 0 is A @param {string} how */
export function withHow(params, which, how) {
  const { [`${which ? PREFIX : ""}how`]: _, ...rest } = params;
  return how === USUAL ? rest : { ...rest, [`${which ? PREFIX : ""}how`]: how };
}

/**
 * What a view without B shows: Warnsdorff's rule beside a published one, or any other rule beside
 * Warnsdorff's. Without a start, the first from which only one of the two makes a tour.
 * @param {View} view
 * @returns {{start?: number, picked?: boolean, params?: Record<string, string>}} the changes; none if the view says everything
 */
export function storyOf(view) {
  const params = hasB(view.params)
    ? view.params
    : withRuleB(view.params, isSameRule(view.rule, {}) ? { like: STORY } : {});
  const start = view.start ?? tellingStart(view.board, sidesOf({ ...view, params }).sides);
  return {
    ...(params === view.params ? {} : { params }),
    ...(start === view.start ? {} : { start, picked: true }),
  };
}

/** @param {import("../core/board.js").Board} board @param {Side[]} sides */
function tellingStart(board, sides) {
  const squares = squaresOf(board);
  const most = Math.ceil(TRIED / board.size);
  for (const start of squares.slice(0, most)) {
    const [a, b] = sides.map(({ rule }) => walk(board, start, rule).isTour);
    if (a !== b) return start;
  }
  return squares[0];
}

/** The name of what a side shows: "Warnsdorff’s rule", "Search, Bencic’s seminar". @param {Side} side
 * @param {readonly any[]} systems */
export function sideName({ how, value }, systems) {
  const method = METHODS.find((one) => one.how === how).label;
  if (!hasRule(how)) return method;
  const system = value.rule === undefined ? findSystem(value.like, systems) : null;
  const own = isPlain(value) ? "Warnsdorff’s rule" : "Custom rule";
  const rule = system ? systemName(system) : own;
  return how === USUAL ? rule : `${method}, ${rule}`;
}

/** Whether a rule is the default one, written out. @param {RuleValue} value */
function isPlain(value) {
  return JSON.stringify(parseRule(value)) === JSON.stringify(parseRule());
}
