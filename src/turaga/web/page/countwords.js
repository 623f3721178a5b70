// What is counted, in the words of src/turaga/count/request.py, and numbers for people to read. Pure.

import { grouped } from "./words.js";

/**
 * @typedef {object} Tours  the tours to count
 * @property {string} board
 * @property {boolean} closed
 * @property {boolean} directed
 * @property {string | null} start  such as 1,1
 * @property {string | null} end
 */

/**
 * Which tours are counted: "open tours of 5x5 starting on 1,1, including tours that can be closed".
 * @param {Tours} tours
 * @returns {string}
 */
export function toursInWords({ board, closed, directed, start, end }) {
  const both = start !== null && end !== null;
  const ends = [start && `starting on ${start}`, end && `ending on ${end}`].filter(Boolean).join(" and ");
  if (closed) {
    if (both) return `closed tours of ${board} ${ends}`;
    const what = directed ? "the start and counting both directions" : "start and direction";
    return `closed tours of ${board}, ignoring ${what}`;
  }
  const including = "including tours that can be closed";
  if (ends) return `open tours of ${board} ${ends}, ${including}`;
  const way = directed ? "counting both directions" : "ignoring direction";
  return `open tours of ${board}, ${way} and ${including}`;
}

/**
 * A whole number rounded to three digits: 13,300,000,000,000 or 1.01 × 10^30. Only for estimates, whose other
 * digits mean nothing.
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
 * A whole number in superscript digits.
 * @param {number} number
 */
function raised(number) {
  return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}

/**
 * How long something took, as `duration` in text.py writes it: 2.17 ms, 354 ms, 1.88 s, 2 min 5 s, 2 h 5 min.
 * @param {number} seconds
 */
export function showSeconds(seconds) {
  const whole = Math.round(seconds);
  if (seconds < 0.9995) return `${digits(seconds >= 1e-6 ? seconds * 1000 : 0)} ms`;
  if (whole <= 120) return `${digits(seconds)} s`;
  if (whole < 7200) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * A number with at most three significant digits.
 * @param {number} number
 */
function digits(number) {
  return String(Number(number.toPrecision(3)));
}

/**
 * A fraction as a percentage: 98.44%.
 * @param {number} number
 */
export function share(number) {
  return `${(100 * number).toFixed(number === 1 || number === 0 ? 0 : 2)}%`;
}
