/** The elements of an SVG board: tints, shapes and figures of squares, and further lines. */

import { svg } from "../core/dom.js";
import { stepColour } from "./colours.js";
import { MARKS, STROKES } from "./marks.js";
import { figureSize, outlineOf } from "./sizes.js";

export const UNIT = 100; // width of a square in the drawing

/** @typedef {{n: number, cols: number, pixels: number}} Place */
/** @typedef {import("./looks.js").Look} Look */

/** @param {Place} place */
const isDark = ({ n, cols }) => (Math.floor(n / cols) + (n % cols)) % 2 === 1;

/** The centre of a square. @param {number} n @param {number} cols @returns {[number, number]} */
const centre = (n, cols) => [((n % cols) + 0.5) * UNIT, (Math.floor(n / cols) + 0.5) * UNIT];

/** @param {Place} place @param {Look} look */
export function makeTint(place, { tint, share }) {
  const { n, cols } = place;
  const corner = { x: (n % cols) * UNIT, y: Math.floor(n / cols) * UNIT, width: UNIT, height: UNIT };
  const rect = svg("rect", { ...corner, class: `tint-${tint}${isDark(place) ? " on-dark" : ""}` });
  const mark = MARKS[tint]?.tint;
  if (mark) rect.style.fill = `color-mix(in srgb, var(--${mark[0]}) ${100 * mark[1]}%, transparent)`;
  else if (tint === "step") rect.style.fill = `color-mix(in srgb, ${stepColour(share)} 45%, transparent)`;
  else if (tint === "heat") {
    rect.style.fill = `color-mix(in oklab, var(--heat-low), var(--heat-high) ${(100 * share).toFixed(1)}%)`;
  }
  return rect;
}

/** @param {Place} place @param {Look} look */
export function makeShape(place, { shape, hue, figure, onLine }) {
  const [x, y] = centre(place.n, place.cols);
  const { box, radius } = outlineOf(shape, place.pixels);
  const r = radius * UNIT;
  const name = `${shape}${isDark(place) ? " on-dark" : ""}`;
  if (box) return svg("rect", { class: name, x: x - r, y: y - r, width: 2 * r, height: 2 * r, rx: 0.2 * r });
  const mark = MARKS[shape];
  const cross = `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`;
  const made = mark?.cross && !figure // a cross would hide it
    ? svg("path", { class: name, d: cross })
    : svg("circle", { class: name, cx: x, cy: y, r });
  if (mark?.ring) {
    made.classList.add("ring");
    made.classList.toggle("dashed", mark.dashed === true);
    made.classList.toggle("on-line", onLine);
    made.style.stroke = `var(--${mark.ring})`;
    made.style.setProperty("--width", String(mark.width ?? 1));
  }
  if (hue >= 0 && shape === "dot") made.style.fill = stepColour(hue);
  if (hue >= 0 && shape === "bead") made.style.stroke = stepColour(hue);
  return made;
}

/** @param {Place} place @param {Look} look */
export function makeFigure({ n, cols, pixels }, { figure, written }) {
  const [x, y] = centre(n, cols);
  const text = svg("text", { class: written, x, y, text: figure });
  text.style.fontSize = `${UNIT * figureSize(figure.length, pixels)}px`;
  return text;
}

/** @param {import("./scene.js").Stroke} stroke @param {number} cols */
export function makeStroke({ squares, closed, kind }, cols) {
  const points = Array.from(squares, (n) => centre(n, cols).join(" "));
  const path = svg("path", { class: `stroke-${kind}`, d: `M${points.join("L")}${closed ? "Z" : ""}` });
  const look = STROKES[kind] ?? STROKES.faint;
  path.style.stroke = `var(--${look.colour})`;
  path.style.opacity = String(look.strength ?? 1);
  path.style.setProperty("--width", String(look.width));
  path.classList.toggle("dashed", look.dashed === true);
  return path;
}
