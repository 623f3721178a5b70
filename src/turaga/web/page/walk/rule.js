/**
 * Warnsdorff's rule as data: what a walk prefers and how it breaks ties. The same as in src/turaga/rule.py,
 * which explains the tie-breaks. Pure functions.
 */

import { SYSTEMS } from "./systems.js";

/** @typedef {import("./systems.js").System} System */
/** @typedef {import("./rng.js").Seed} Seed */

/**
 * A rule as the API has it. Fields that are null or left out are those of the system `like`, or the default.
 * @typedef {{like?: string | null, ties?: string | null, most?: boolean | null, open_start?: boolean | null,
 *   dead_ends_last?: boolean | null, seed?: Seed | null}} RuleValue
 */

/** @typedef {{kind: "random" | "outermost" | "corner" | "lookahead", depth: number}} Tie */
/** @typedef {{stages: Tie[], order: string}} Ties  tie-breaks, and the order for the ties that they leave */

/**
 * @typedef {object} Rule
 * @property {Tie[]} stages
 * @property {string} order
 * @property {boolean} most  prefer the square with the most onward moves instead of the fewest
 * @property {boolean} openStart  entering the start does not lower the degrees of its neighbours
 * @property {boolean} deadEndsLast  enter a square of degree 0 only if there is no other
 * @property {string} seed  for random ties: a whole number from 0 to 2**64 - 1
 */

export const FIRST_ORDER = "12345678";
export const DEFAULT_TIES = "outermost";
export const DEEPEST_LOOKAHEAD = 8;
export const MOST_SEED = 2n ** 64n - 1n;

const MOST_WRITTEN = 200; // characters in an order or a name, with the spaces around it
const MOST_LISTED = 1_000_000; // characters in a list of tie-breaks
const SPACES = /^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g; // other characters that Unicode calls spaces are mistakes
const WHOLE = /^[ \t\n\r\f\v]*\+?([0-9]{1,20})[ \t\n\r\f\v]*$/;

/** @param {string} text */
const trim = (text) => text.replace(SPACES, "");

/** Whether a text is an order: each digit from 1 to 8 once. @param {string} text */
export function isOrder(text) {
  return text.length === 8 && [...FIRST_ORDER].every((digit) => text.includes(digit));
}

/**
 * Parse tie-breaks, separated by commas. Tie-breaks after `random` or an order are never used, but they must
 * be valid too.
 * @param {string} text
 * @returns {Ties | null} null if the text is not valid
 */
export function parseTies(text) {
  if (typeof text !== "string" || isLonger(text, MOST_LISTED)) return null;
  /** @type {Tie[]} */
  const stages = [];
  let order = FIRST_ORDER;
  let decided = false;
  for (const raw of text.split(",")) {
    const parsed = parseTie(trim(raw).toLowerCase());
    if (parsed === null) return null;
    if (decided) continue;
    if (typeof parsed === "string") {
      [order, decided] = [parsed, true];
    } else if (!stages.some(({ kind, depth }) => kind === parsed.kind && depth === parsed.depth)) {
      stages.push(parsed);
      decided = parsed.kind === "random";
    }
  }
  return { stages, order };
}

/** One tie-break, or the order as a text; null if it is neither. @param {string} word
 * @returns {Tie | string | null} */
function parseTie(word) {
  const at = word.indexOf(":");
  const [kind, detail] = at < 0 ? [word, null] : [word.slice(0, at), word.slice(at + 1)];
  if (kind === "order" && detail !== null) {
    const order = trim(detail);
    return detail.length <= MOST_WRITTEN && isOrder(order) ? order : null;
  }
  if (kind === "lookahead") {
    const depth = Number(WHOLE.exec(detail ?? "1")?.[1] ?? 0);
    return depth >= 1 && depth <= DEEPEST_LOOKAHEAD ? { kind, depth } : null;
  }
  if ((kind === "random" || kind === "outermost" || kind === "corner") && detail === null) {
    return { kind, depth: 0 };
  }
  return null;
}

/** Whether a text has more characters; some characters have two units. @param {string} text
 * @param {number} most */
const isLonger = (text, most) => text.length > most && [...text].length > most;

/** A tie-break as text, such as "lookahead:2". @param {Tie} tie */
export function writeTie({ kind, depth }) {
  return kind === "lookahead" ? `lookahead:${depth}` : kind;
}

/** The tie-breaks as text, with the order that decides the ties that they leave. @param {Ties} ties */
export function writeTies({ stages, order }) {
  const words = stages.map(writeTie);
  return [...words, ...(isRandom({ stages }) ? [] : [`order:${order}`])].join(",");
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
  const ties = parseTies(value.ties ?? base?.rule.ties ?? DEFAULT_TIES);
  const seed = parseSeed(value.seed ?? 0);
  const flags = [
    value.most ?? base?.rule.prefer === "most",
    value.open_start ?? base?.rule.open_start ?? false,
    value.dead_ends_last ?? base?.rule.dead_ends_last ?? false,
  ];
  if (ties === null || seed === null || flags.some((flag) => typeof flag !== "boolean")) return null;
  const [most, openStart, deadEndsLast] = flags;
  return { ...ties, most, openStart, deadEndsLast, seed };
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
 * @returns {RuleValue}
 */
export function ruleValue({ stages, order, most, openStart, deadEndsLast, seed }) {
  const ties = writeTies({ stages, order });
  return {
    ...(ties === `${DEFAULT_TIES},order:${FIRST_ORDER}` ? {} : { ties }),
    ...(most ? { most } : {}),
    ...(openStart ? { open_start: true } : {}),
    ...(deadEndsLast ? { dead_ends_last: true } : {}),
    ...(isRandom({ stages }) && seed !== "0" ? { seed: shortSeed(seed) } : {}),
  };
}

/** A seed as a number if that is exact. @param {string} seed */
const shortSeed = (seed) => (Number.isSafeInteger(Number(seed)) ? Number(seed) : seed);
