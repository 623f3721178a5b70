// What is counted, in words, as src/turaga/count/request.py says it; and numbers as people read them. Pure.

import { grouped } from "./words.js";

/**
 * @typedef {object} Tours  the tours that are meant
 * @property {string} board
 * @property {boolean} closed
 * @property {boolean} directed
 * @property {string | null} start  as people read it
 * @property {string | null} end
 */

/**
 * Which tours are counted: "open tours of 5x5 that start on 1,1, those that could be closed among them".
 * @param {Tours} tours
 * @returns {string}
 */
export function toursInWords({ board, closed, directed, start, end }) {
  const both = start !== null && end !== null;
  if (closed) {
    if (both) return `closed tours of ${board} that go from ${start} round to ${end}`;
    const way = directed ? "each way round counted" : "whatever the start and the way round";
    return `closed tours of ${board}, ${way}`;
  }
  const among = ", those that could be closed among them";
  const ends = [start && `start on ${start}`, end && `end on ${end}`].filter(Boolean).join(" and ");
  if (ends) return `open tours of ${board} that ${ends}${among}`;
  const way = directed ? ", each way counted" : ", each counted once and not once each way";
  return `open tours of ${board}${way}${among}`;
}

/**
 * The first three digits of a whole number, as people read it: 13,300,000,000,000 or 1.01 × 10^30. For
 * estimates alone, whose further digits say nothing.
 * @param {number | string} number
 * @returns {string}
 */
export function rounded(number) {
  const digits = String(number);
  if (digits.length <= 3) return digits;
  const head = (BigInt(digits.slice(0, 4)) + 5n) / 10n; // may be 1000, a digit more
  const text = `${head}${"0".repeat(digits.length - 3)}`;
  if (text.length <= 18) return grouped(text);
  return `${text[0]}.${text.slice(1, 3)} × 10${raised(text.length - 1)}`;
}

/**
 * A whole number as a small raised one.
 * @param {number} number
 */
function raised(number) {
  return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}

/**
 * Seconds as people read them: 0.02 s, 3.4 s, 75 s.
 * @param {number} seconds
 */
export function showSeconds(seconds) {
  if (seconds < 1) return `${Math.max(seconds, 0.001).toFixed(3)} s`;
  return `${seconds < 100 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/**
 * A share as a percentage: 98.44%.
 * @param {number} number
 */
export function share(number) {
  return `${(100 * number).toFixed(number === 1 || number === 0 ? 0 : 2)}%`;
}
