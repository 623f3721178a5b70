/**
 * What the page shows, as one frozen value that all modes share, and its link. Pure functions.
 *
 * A link names the mode and, after a `?`, the parameters: `#explore?board=8x8&start=1,1&step=12`. Squares are
 * row,column.
 */

import { holesOf, makeBoard } from "./board.js";
import { readHoles, readBits, writeHoles, writeBits } from "./holes.js";
import { nameOf, pairName, parseSquare, sizeName } from "./names.js";

/** @typedef {import("./board.js").Board} Board */
/**
 * @typedef {{like?: string, rule?: string, seed?: string}} RuleValue  the fields of the API, without those that are
 *   default; `seed` as text
 */
/**
 * @typedef {object} View
 * @property {string} mode
 * @property {Board} board
 * @property {number | null} start  null: any
 * @property {number | null} end
 * @property {boolean} closed
 * @property {boolean} picked  whether the page picked the start, and not the visitor
 * @property {RuleValue} rule
 * @property {Readonly<Record<string, string>>} params  of the mode
 */

/** The modes by name; the first is the one without a link. */
export const MODES = ["explore", "play", "compare", "map", "count", "gallery", "shapes"];
const SHARED = ["board", "holes", "avoid", "leaper", "start", "picked", "end", "closed"];
const RULE = /** @type {const} */ (["like", "rule", "seed"]);

export const FIRST_BOARD = makeBoard({ rows: 8, cols: 8 });
const LAST_SEED = 2n ** 64n - 1n;

/** The view of a first visit. @type {View} */
export const FIRST_VIEW = Object.freeze({
  mode: MODES[0], board: FIRST_BOARD, start: null, picked: false, end: null, closed: false, rule: {}, params: {},
}); // prettier-ignore

/** Parameters about a certain walk: they go when the board, the ends or the rule change. */
const OF_A_WALK = ["step", "moves", "continued", "squares", "draw", "many", "pick"];

/**
 * The view after a change. On another board, start and end keep their names, if there are such squares. A start
 * that the page picked stays only as long as the board and the mode do.
 * Without new `params`, those of the mode stay, but not those about a walk that is no longer shown.
 * @param {View} view
 * @param {Partial<View>} changes
 * @returns {View}
 */
export function changed(view, changes) {
  const next = { ...view, ...changes };
  const isElsewhere = next.board !== view.board || next.mode !== view.mode;
  if (changes.start !== undefined) next.picked = changes.picked ?? false;
  else if (view.picked && isElsewhere) [next.start, next.picked] = [null, false];
  if (next.board !== view.board) {
    for (const end of /** @type {const} */ (["start", "end"])) {
      if (changes[end] === undefined && next[end] !== null) {
        next[end] = parseSquare(nameOf(view.board, view[end]), next.board);
      }
    }
  }
  if (changes.params === undefined) {
    const kept = Object.entries(view.params).filter(([name]) => !OF_A_WALK.includes(name));
    next.params = changes.mode === undefined || changes.mode === view.mode ? Object.fromEntries(kept) : {};
  }
  return Object.freeze(next);
}

/** Whether only the parameters of the mode differ. @param {View} one @param {View} other */
export function differOnlyInParams(one, other) {
  const shared = /** @type {const} */ (["mode", "start", "end", "closed"]).every((name) => one[name] === other[name]);
  return shared && one.board.key === other.board.key && isSameRule(one.rule, other.rule);
}

/** Whether two rules have the same fields. @param {RuleValue} one @param {RuleValue} other */
export function isSameRule(one, other) {
  return RULE.every((name) => (one[name] ?? null) === (other[name] ?? null));
}

// -- links ------------------------------------------------------------------------------------------

/**
 * The link of a view, from the # on.
 * @param {View} view
 * @returns {string}
 */
export function linkOf({ mode, board, start, picked, end, closed, rule, params }) {
  const [a, b] = board.leaper;
  const square = (/** @type {number | null} */ n) => (n === null ? null : pairName(board, n));
  const parts = {
    board: sizeName(board),
    holes: writeHoles(board),
    leaper: a === 1 && b === 2 ? null : `${a},${b}`,
    start: square(start),
    picked: picked && start !== null,
    end: square(end),
    closed,
    ...ruleToParams(rule),
    ...params,
  };
  const written = Object.entries(parts)
    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "")
    .map(([name, value]) => `${name}=${escaped(value === true ? "1" : String(value))}`);
  return `#${mode}?${written.join("&")}`;
}

/** The holes that the link of a view leaves out, because the board is too large; null if there are none.
 * @param {View} view */
export function unlinkedHoles({ board }) {
  return board.holes && writeHoles(board) === null ? writeBits(board.holes) : null;
}

/** Escape a value, but keep the commas and colons of squares and rules readable. @param {string} text */
function escaped(text) {
  return encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3A/g, ":");
}

/**
 * The view of a link, and the names of parameters that are not valid, whose defaults are used instead. The mode
 * is one of those names, if there is none of this name.
 * @param {string} hash
 * @param {View} before  for a link that names only a mode: it keeps the board, the ends and the rule
 * @param {{most: number, area: number}} limits  of a side, and of rows * columns
 * @param {string | null} [kept]  holes that are too many for a link, from the history (`unlinkedHoles`)
 * @returns {{view: View, wrong: string[], given: Record<string, string>}}
 */
export function readLink(hash, before, limits, kept = null) {
  const [name, ...rest] = hash.replace(/^#/, "").split("?");
  const mode = MODES.includes(name) ? name : MODES[0];
  const given = Object.fromEntries(new URLSearchParams(rest.join("?")));
  const wrong = name && !MODES.includes(name) ? ["mode"] : [];
  const told = { ...given, mode: name };
  if (!Object.keys(given).length) {
    return { view: changed(before, { mode, params: {} }), wrong, given: told };
  }
  const board = readBoard(given, limits, wrong, kept);
  const square = (/** @type {"start" | "end"} */ which) => {
    const n = parseSquare(given[which], board);
    if (given[which] !== undefined && given[which] !== "any" && n === null) wrong.push(which);
    return n;
  };
  const [start, end] = [square("start"), square("end")];
  const rule = ruleFromParams(given, wrong);
  const isOwn = (/** @type {string} */ key) => ![...SHARED, ...RULE].includes(key);
  const params = Object.fromEntries(Object.entries(given).filter(([key]) => isOwn(key)));
  const flag = (/** @type {"closed" | "picked"} */ which) => {
    if (!isFlag(given[which])) wrong.push(which);
    return given[which] === "1";
  };
  const [closed, picked] = [flag("closed"), start !== null && flag("picked")];
  const view = { mode, board, start, picked, end, closed, rule, params };
  return { view: Object.freeze(view), wrong, given: told };
}

/**
 * Parse the size of a board: 8, 8x8, 8×8 or 8*8. Returns null if the text is not a size.
 * @param {string | undefined} text
 * @returns {{rows: number, cols: number} | null}
 */
export function parseSize(text) {
  const found = /^\s*(\d{1,6})(?:\s*[x×*, ]\s*(\d{1,6}))?\s*$/i.exec(text ?? "");
  return found ? { rows: Number(found[1]), cols: Number(found[2] ?? found[1]) } : null;
}

/** Whether a board of this size can be shown. @param {{rows: number, cols: number}} size
 * @param {{most: number, area: number}} limits */
export function isAllowedSize({ rows, cols }, { most, area }) {
  return rows >= 1 && cols >= 1 && rows <= most && cols <= most && rows * cols <= area;
}

/** @param {Record<string, string>} given @param {{most: number, area: number}} limits @param {string[]} wrong
 * @param {string | null} kept */
function readBoard(given, limits, wrong, kept) {
  const size = given.board === undefined ? FIRST_BOARD : parseSize(given.board);
  if (!size || !isAllowedSize(size, limits)) {
    wrong.push("board");
    return FIRST_BOARD;
  }
  const large = kept ? readBits(kept, size.rows, size.cols) : null;
  const holes = given.holes === undefined ? large : readHoles(given.holes, size.rows, size.cols);
  if (given.holes !== undefined && !holes) wrong.push("holes");
  const leaper = given.leaper === undefined ? undefined : parseLeaper(given.leaper);
  if (leaper === null) wrong.push("leaper");
  const board = makeBoard({ rows: size.rows, cols: size.cols, holes, leaper: leaper ?? undefined });
  return given.avoid === undefined ? board : without(board, given.avoid, wrong);
}

/** The board with squares to avoid, such as "c3 d4", as more holes. @param {import("./board.js").Board} board
 * @param {string} text @param {string[]} wrong */
function without(board, text, wrong) {
  const words = text.match(/\d+\s*,\s*\d+|[^\s,;()]+/g) ?? [];
  const avoided = words.map((word) => parseSquare(word, board));
  if (avoided.includes(null) || new Set(avoided).size >= board.size) {
    wrong.push("avoid");
    return board;
  }
  const holes = [...holesOf(board), ...avoided.filter((n) => n !== null)];
  return makeBoard({ ...board, holes });
}

/** Parse a leaper such as 1,2. Returns null if the text is not one. @param {string} text
 * @returns {[number, number] | null} */
export function parseLeaper(text) {
  const pair = /^\s*(\d{1,2})\s*,\s*(\d{1,2})\s*$/.exec(text);
  if (!pair) return null;
  const [a, b] = [Number(pair[1]), Number(pair[2])];
  return a + b > 0 && a <= 60 && b <= 60 ? [Math.min(a, b), Math.max(a, b)] : null;
}

/**
 * A rule as parameters of a link, each name with a prefix.
 * @param {RuleValue} rule
 * @param {string} [prefix]
 * @returns {Record<string, string | null>}
 */
export function ruleToParams(rule, prefix = "") {
  return Object.fromEntries(RULE.map((name) => [prefix + name, rule[name] ?? null]));
}

/**
 * The rule in the parameters of a link. Whether its texts are valid, the mode finds out.
 * @param {Record<string, string>} given
 * @param {string[]} wrong
 * @param {string} [prefix]
 * @returns {RuleValue}
 */
export function ruleFromParams(given, wrong, prefix = "") {
  /** @type {RuleValue} */
  const rule = {};
  for (const name of RULE) {
    const text = given[prefix + name];
    if (text && name === "seed" && !isSeed(text)) wrong.push(prefix + name);
    else if (text) rule[name] = text;
  }
  return rule;
}

/** Whether a text is that of something that is on or off. @param {string | undefined} text */
function isFlag(text) {
  return text === undefined || text === "0" || text === "1";
}

/** Whether a text is a seed: 0 to 2^64 - 1. @param {string} text */
export function isSeed(text) {
  return /^\d{1,20}$/.test(text) && BigInt(text) <= LAST_SEED;
}

/** The fields of a rule for a request: a large seed is sent as a number with all its digits (see api.js).
 * @param {RuleValue} rule */
export function ruleFields({ seed, ...rule }) {
  return seed === undefined ? rule : { ...rule, seed: Number.isSafeInteger(Number(seed)) ? Number(seed) : BigInt(seed) };
}
