/** A small picture of a tour: one line that draws itself when the pointer or the focus is on it. */

import { isHole } from "../core/board.js";
import { svg } from "../core/dom.js";

const LEAST_LINE = 0.1; // of a square
const MOST_LINE = 0.16;

/**
 * @param {{board: import("../core/board.js").Board, path: ArrayLike<number>, closed?: boolean}} tour
 * @returns {SVGElement} to be put into a button or link with a label
 */
export function makeThumbnail({ board, path, closed = false }) {
  const { rows, cols } = board;
  const x = (/** @type {number} */ n) => (n % cols) + 0.5;
  const y = (/** @type {number} */ n) => Math.floor(n / cols) + 0.5;
  let line = "";
  for (let i = 0; i < path.length; i++) line += `${i ? "L" : "M"}${x(path[i])} ${y(path[i])}`;
  if (closed) line += "Z";
  let dark = "";
  let light = "";
  for (let n = 0; n < board.area; n++) {
    if (isHole(board, n)) continue;
    const square = `M${n % cols} ${Math.floor(n / cols)}h1v1h-1z`;
    if ((Math.floor(n / cols) + (n % cols)) % 2) dark += square;
    else light += square;
  }
  const picture = svg("svg", { class: "thumbnail", viewBox: `0 0 ${cols} ${rows}`, "aria-hidden": "true", focusable: "false" },
    svg("path", { class: "light", d: light }),
    Math.max(rows, cols) <= 24 ? svg("path", { class: "dark", d: dark }) : null,
    svg("path", { class: "thumbnail-line", d: line, pathLength: 1 })); // prettier-ignore
  const width = Math.min(MOST_LINE, Math.max(LEAST_LINE, 0.008 * Math.max(rows, cols)));
  picture.style.setProperty("--width", String(width));
  return picture;
}
