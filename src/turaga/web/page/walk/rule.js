/**
 * Warnsdorff's rule as data: what a walk prefers and how it breaks ties. The same as in src/turaga/rule.py,
 * which explains the tie-breaks. Pure functions.
 */

import { SYSTEMS } from "./systems.js";

/** @typedef {import("./systems.js").System} System */
/** @typedef {import("./rng.js").Seed} Seed */

/**
 * A rule as the API has it: the rule of the program `like`, unless there is a text; the default without either.
 * @typedef {{like?: string | null, rule?: string | null, seed?: Seed | null}} RuleValue
 */

/** @typedef {{kind: "random" | "outermost" | "corner" | "lookahead", depth: number}} Tie */

/**
 * @typedef {object} Rule
 * @property {Tie[]} stages  the tie-breaks before the order
 * @property {string} order  for the ties that they leave
 * @property {boolean} most  prefer the square with the most onward moves instead of the fewest
 * @property {boolean} openStart  entering the start does not lower the degrees of its neighbours
 * @property {boolean} deadEndsLast  enter a square of degree 0 only if there is no other
 * @property {string} seed  for random ties: a whole number from 0 to 2**64 - 1
 */

export const FIRST_ORDER = "12345678";
export const DEFAULT_RULE = "outermost";
export const DEEPEST_LOOKAHEAD = 8;
export const MOST_SEED = 2n ** 64n - 1n;

const MOST_WRITTEN = 200; // characters in an order or a name, with the spaces around it
const MOST_LISTED = 1_000_000; // characters in a rule
const FLAGS = ["most", "open-start", "dead-ends-last"];
const SPACES = /^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g; // other characters that Unicode calls spaces are mistakes
const WHOLE = /^[ \t\n\r\f\v]*\+?([0-9]{1,20})[ \t\n\r\f\v]*$/;

/** @param {string} text */
const trim = (text) => text.replace(SPACES, "");

/** Whether a text is an order: each digit from 1 to 8 once. @param {string} text */
export function isOrder(text) {
  return text.length === 8 && [...FIRST_ORDER].every((digit) => text.includes(digit));
}

/**
 * Parse the text of a rule: tie-breaks and flags, separated by commas, or the name of a program.
 * @param {string} text
 * @param {readonly System[]} systems
 * @returns {Omit<Rule, "seed"> | null} null if the text is not valid
 */
function parseText(text, systems) {
  if (typeof text !== "string" || isLonger(text, MOST_LISTED)) return null;
  const written = (text.length < MOST_WRITTEN && findSystem(text, systems)?.rule) || text;
  const words = written.split(",").map((word) => trim(word).toLowerCase());
  const flags = words.filter((word) => FLAGS.includes(word));
  if (new Set(flags).size < flags.length) return null;
  const ties = parseTies(flags.length < words.length ? words.filter((word) => !FLAGS.includes(word)) : [DEFAULT_RULE]);
  const [most, openStart, deadEndsLast] = FLAGS.map((flag) => flags.includes(flag));
  return ties && { ...ties, most, openStart, deadEndsLast };
}

/** Parse tie-breaks. One after `random` or an order would never be used, so it is a mistake. @param {string[]} words
 * @returns {{stages: Tie[], order: string} | null} */
function parseTies(words) {
  /** @type {Tie[]} */
  const stages = [];
  const last = words[words.length - 1];
  const order = isOrder(last) ? last : null;
  for (const word of order ? words.slice(0, -1) : words) {
    const parsed = parseTie(word);
    if (parsed === null || isRandom({ stages })) return null;
    if (!stages.some(({ kind, depth }) => kind === parsed.kind && depth === parsed.depth)) stages.push(parsed);
  }
  return order && isRandom({ stages }) ? null : { stages, order: order ?? FIRST_ORDER };
}

/** A tie-break other than an order; null if the word is none. @param {string} word @returns {Tie | null} */
function parseTie(word) {
  if (word === "random" || word === "outermost" || word === "corner") return { kind: word, depth: 0 };
  const [kind, detail = "1"] = word.split(/:(.*)/s);
  const depth = Number(WHOLE.exec(detail)?.[1] ?? 0);
  return kind === "lookahead" && depth >= 1 && depth <= DEEPEST_LOOKAHEAD ? { kind, depth } : null;
}

/** Whether a text has more characters; some characters have two units. @param {string} text
 * @param {number} most */
const isLonger = (text, most) => text.length > most && [...text].length > most;

/** A tie-break as text, such as "lookahead:2". @param {Tie} tie */
export function writeTie({ kind, depth }) {
  return kind === "lookahead" ? `lookahead:${depth}` : kind;
}

/** The tie-breaks as text, with the order for the ties that they leave. @param {{stages: Tie[], order: string}} rule */
export function writeTies({ stages, order }) {
  return [...stages.map(writeTie), ...(isRandom({ stages }) ? [] : [order])].join(",");
}

/** The text of a rule: the inverse of parsing it. @param {Rule} rule */
export function writeRule({ most, openStart, deadEndsLast, ...ties }) {
  const parts = [most && "most", writeTies(ties), openStart && "open-start", deadEndsLast && "dead-ends-last"];
  return parts.filter(Boolean).join(",");
}

/** Whether a walk by this rule depends on the seed. @param {{stages: Tie[]}} rule */
export function isRandom({ stages }) {
  return stages.some(({ kind }) => kind === "random");
}

/**
 * A seed as text.
 * @param {unknown} seed
 * @returns {string | null} null if it is not a whole number from 0 to 2**64 - 1. A number above 2**53 is not
 *   exact, so write it as a text or a BigInt.
 */
export function parseSeed(seed) {
  if (typeof seed === "number") return Number.isSafeInteger(seed) && seed >= 0 ? String(seed) : null;
  const text = typeof seed === "bigint" ? String(seed) : seed;
  const digits = typeof text === "string" ? WHOLE.exec(text)?.[1] : undefined;
  if (digits === undefined) return null;
  const number = BigInt(digits);
  return number <= MOST_SEED ? String(number) : null;
}

/**
 * Parse a rule.
 * @param {RuleValue} [value]
 * @param {readonly System[]} [systems]
 * @returns {Rule | null} null if a part of it is not valid
 */
export function parseRule(value = {}, systems = SYSTEMS) {
  const base = value.like == null ? null : findSystem(value.like, systems);
  if (base === undefined) return null;
  const parsed = parseText(value.rule ?? base?.rule ?? DEFAULT_RULE, systems);
  const seed = parseSeed(value.seed ?? 0);
  return parsed === null || seed === null ? null : { ...parsed, seed };
}

/** The name of the field of a rule that is not valid, if its seed is. @param {RuleValue} value
 * @param {readonly System[]} [systems] @returns {"like" | "rule" | null} */
export function wrongField({ like, rule }, systems) {
  if (parseRule({ like, rule }, systems)) return null;
  return parseRule({ like }, systems) ? "rule" : "like";
}

/** The system with this name; undefined if there is none. @param {unknown} name
 * @param {readonly System[]} systems */
export function findSystem(name, systems = SYSTEMS) {
  if (typeof name !== "string" || isLonger(name, MOST_WRITTEN)) return undefined;
  const wanted = trim(name).toLowerCase();
  return systems.find((system) => system.name === wanted);
}

/**
 * A rule with the fields of the API, without those that are default: the inverse of `parseRule`.
 * @param {Rule} rule
 * @returns {{rule?: string, seed?: string}}
 */
export function ruleValue(rule) {
  const text = writeRule(rule);
  return {
    ...(text === `${DEFAULT_RULE},${FIRST_ORDER}` ? {} : { rule: text }),
    ...(isRandom(rule) && rule.seed !== "0" ? { seed: rule.seed } : {}),
  };
}
