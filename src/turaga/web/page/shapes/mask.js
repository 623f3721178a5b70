/** Boards in text files: "." is a square, "#" is a hole. Pure functions. */

import { makeBoard } from "../core/board.js";

/**
 * The board in the text of a mask file; null if it is not one.
 * @param {string} text
 * @param {readonly number[]} leaper
 */
export function readMask(text, leaper) {
  const lines = text.replace(/\s+$/, "").split(/\r?\n/);
  const cols = lines[0].length;
  const isMask = cols > 0 && lines.every((line) => line.length === cols && /^[.#]+$/.test(line));
  const all = lines.join("");
  if (!isMask || !all.includes(".")) return null;
  return makeBoard({ rows: lines.length, cols, leaper, holes: Uint8Array.from(all, (one) => (one === "#" ? 1 : 0)) });
}
