/** What is counted, in the words of src/turaga/tours.py, and numbers for people to read. Pure functions. */

import { boardName, nameOf } from "../core/names.js";
import { grouped } from "../core/words.js";

/**
 * @typedef {object} Tours  the tours to count
 * @property {import("../core/board.js").Board} board
 * @property {boolean} closed
 * @property {boolean} directed
 * @property {number | null} start
 * @property {number | null} end
 */

/**
 * Which tours are counted: "open tours of 5x5 starting on a1, including tours that can be closed".
 * @param {Tours} tours
 * @returns {string}
 */
export function toursInWords({ board, closed, directed, start, end }) {
  const name = boardName(board);
  const both = start !== null && end !== null;
  const ends = [
    start === null ? "" : `starting on ${nameOf(board, start)}`,
    end === null ? "" : `ending on ${nameOf(board, end)}`,
  ].filter(Boolean).join(" and "); // prettier-ignore
  if (closed) {
    if (both) return `closed tours of ${name} ${ends}`;
    const what = directed ? "the start and counting both directions" : "start and direction";
    return `closed tours of ${name}, ignoring ${what}`;
  }
  const including = "including tours that can be closed";
  if (ends) return `open tours of ${name} ${ends}, ${including}`;
  const way = directed ? "counting both directions" : "ignoring direction";
  return `open tours of ${name}, ${way} and ${including}`;
}

const ILLIONS = [
  "thousand", "million", "billion", "trillion", "quadrillion", "quintillion", "sextillion", "septillion",
  "octillion", "nonillion", "decillion",
]; // prettier-ignore

/**
 * A large number in words: "13.27 trillion"; "" below a million, where the digits say enough.
 * @param {number | string} number
 * @param {number} [kept]  how many digits of it
 * @returns {string}
 */
export function inWords(number, kept = 4) {
  const digits = String(number);
  const thousands = Math.floor((digits.length - 1) / 3);
  if (thousands < 2) return "";
  if (thousands > ILLIONS.length) return `about ${scientific(roundedTo(digits, kept), kept)}`;
  const head = digits.length - 3 * thousands; // digits before the point
  const scaled = Number((Number(digits.slice(0, head + 4)) / 10 ** 4).toPrecision(kept));
  if (scaled === 1000 && thousands < ILLIONS.length) return `1 ${ILLIONS[thousands]}`;
  return `${scaled} ${ILLIONS[thousands - 1]}`;
}

/**
 * A whole number rounded to three digits: 13,300,000,000,000 or 1.01 × 10³⁰. Only for estimates, whose other
 * digits mean nothing.
 * @param {number | string} number
 * @returns {string}
 */
export function rounded(number) {
  const digits = String(number);
  if (digits.length <= 3) return digits;
  const text = roundedTo(digits, 3);
  return text.length <= 18 ? grouped(text) : scientific(text, 3);
}

/** A number with zeros after its first digits. @param {string} digits more than are kept @param {number} kept */
function roundedTo(digits, kept) {
  const head = (BigInt(digits.slice(0, kept + 1)) + 5n) / 10n; // may have a digit more
  return `${head}${"0".repeat(digits.length - kept)}`;
}

/** @param {string} digits @param {number} kept */
function scientific(digits, kept) {
  return `${digits[0]}.${digits.slice(1, kept)} × 10${raised(digits.length - 1)}`;
}

/** A whole number in superscript digits. @param {number} number */
function raised(number) {
  return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}
