/** A small picture of a tour: a line that draws itself when the pointer or the focus is on it. */

import { stepColour } from "./colours.js";
import { isHole } from "../core/board.js";
import { svg } from "../core/dom.js";

const LINE = { first: 0.08, each: 0.003, most: 0.4 }; // of a square: on a large board a thin line would fade
const PIECES = 24; // of the line, each in its own colour

/**
 * @param {{board: import("../core/board.js").Board, path: ArrayLike<number>, closed?: boolean}} tour
 * @returns {SVGElement} to be put into a button or link with a label
 */
export function makeThumbnail({ board, path, closed = false }) {
  const { rows, cols } = board;
  const x = (/** @type {number} */ n) => (n % cols) + 0.5;
  const y = (/** @type {number} */ n) => Math.floor(n / cols) + 0.5;
  const moves = path.length - (closed ? 0 : 1);
  const pieces = Math.max(1, Math.min(PIECES, moves));
  const lines = Array.from({ length: pieces }, (_, k) => {
    let d = "";
    const [from, to] = [k, k + 1].map((part) => Math.round((part * moves) / pieces));
    for (let i = from; i <= to; i++) d += `${i === from ? "M" : "L"}${x(path[i % path.length])} ${y(path[i % path.length])}`;
    const line = svg("path", { class: "thumbnail-line", d, pathLength: 1 });
    line.style.stroke = stepColour(pieces > 1 ? k / (pieces - 1) : 0);
    line.style.setProperty("--part", String(k));
    return line;
  });
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
    ...lines); // prettier-ignore
  const width = Math.min(LINE.most, LINE.first + LINE.each * Math.max(rows, cols));
  picture.style.setProperty("--width", String(width));
  picture.style.setProperty("--parts", String(pieces));
  return picture;
}
