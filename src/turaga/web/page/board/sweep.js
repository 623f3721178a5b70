/** On winning, colours run once along the line. */

import { svg } from "../core/dom.js";
import { stepColour } from "./colours.js";

const PIECES = 48;
const TAIL = 0.35; // length of the coloured part, as a share of the walk
export const SWEEP_TIME = 1500; // milliseconds

/** How strong the colours are at a place, while the front of the sweep is at `front`; both from 0 to 1. The
 * front runs on to 1 + TAIL, so that the whole line gets its turn. @param {number} place @param {number} front
 * */
export function strengthAt(place, front) {
  const behind = front * (1 + TAIL) - place;
  if (behind < 0 || behind > TAIL) return 0;
  return Math.min(1, (TAIL - behind) / (0.7 * TAIL));
}

/**
 * The coloured part for an SVG drawing.
 * @param {number} unit width of a square
 */
export function makeSweepLine(unit) {
  const element = svg("g", { class: "sweep" });
  /** @param {import("./scene.js").Scene} scene @param {number} cols */
  function build({ path, shown, closed }, cols) {
    const moves = Math.max(0, shown - 1 + (closed && shown === path.length ? 1 : 0));
    const count = Math.min(PIECES, moves);
    const pieces = Array.from({ length: count }, (_, k) => {
      const [from, to] = [Math.floor((k * moves) / count), Math.floor(((k + 1) * moves) / count)];
      const points = [];
      for (let i = from; i <= to; i++) {
        const n = path[i % path.length];
        points.push(`${((n % cols) + 0.5) * unit} ${(Math.floor(n / cols) + 0.5) * unit}`);
      }
      const piece = svg("path", { d: `M${points.join("L")}` });
      piece.style.stroke = stepColour((k + 0.5) / count);
      return piece;
    });
    element.replaceChildren(...pieces);
  }
  return {
    element,
    /** @param {number | null} front @param {import("./scene.js").Scene} scene @param {number} cols */
    show(front, scene, cols) {
      if (front === null) return element.replaceChildren();
      if (!element.childElementCount) build(scene, cols);
      const count = element.childElementCount;
      [...element.children].forEach((piece, k) => {
        /** @type {SVGElement} */ (piece).style.opacity = strengthAt((k + 0.5) / count, front).toFixed(2);
      });
    },
  };
}
