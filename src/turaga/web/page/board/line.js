/**
 * The line of a walk in SVG. It is kept in pieces, and only those that differ are written again, so that the
 * next step of a long walk costs as little as that of a short one.
 */

import { svg } from "../core/dom.js";
import { SHADES, stepColour } from "./colours.js";
import { movesDrawn } from "./scene.js";

const PIECE = 48; // moves in a piece of a plain line

/** @param {number} unit width of a square in the drawing */
export function makeLine(unit) {
  const element = svg("g", { class: "lines" });
  const tip = svg("path", { class: "tip" });
  const group = svg("g", {}, element, tip);
  /** @type {{element: SVGPathElement, d: string}[]} */
  let pieces = [];
  let key = "";

  /** @param {number} n @param {number} cols */
  const point = (n, cols) => `${((n % cols) + 0.5) * unit} ${(Math.floor(n / cols) + 0.5) * unit}`;

  function clear() {
    element.replaceChildren();
    tip.setAttribute("d", "");
    pieces = [];
    key = "";
  }

  /** @param {{path: ArrayLike<number>, cols: number, from: number, to: number}} part */
  function stretch({ path, cols, from, to }) {
    let d = "";
    for (let i = from; i <= to; i++) d += `${i === from ? "M" : "L"}${point(path[i % path.length], cols)}`;
    return d;
  }

  /** @param {number} k @param {import("./scene.js").Scene} scene @param {number} piece */
  function makePiece(k, scene, piece) {
    const made = svg("path");
    if (scene.colour === "steps") {
      made.style.stroke = stepColour(Math.min(1, ((k + 0.5) * piece) / Math.max(1, scene.total - 1)));
    }
    element.append(made);
    return { element: made, d: "" };
  }

  return {
    element: group,
    clear,
    /**
     * Draw the line as far as the square at step `shown`.
     * @param {import("./scene.js").Scene} scene @param {number} cols @param {number} shown
     */
    draw(scene, cols, shown) {
      const piece = scene.colour === "steps" ? Math.ceil(scene.total / SHADES) : PIECE;
      const wanted = `${scene.lines} ${scene.colour} ${scene.total} ${cols}`;
      if (wanted !== key) clear();
      key = wanted;
      const moves = movesDrawn(scene, shown);
      const needed = Math.ceil(moves / piece);
      while (pieces.length > needed) pieces.pop()?.element.remove();
      for (let k = 0; k < needed; k++) {
        pieces[k] ??= makePiece(k, scene, piece);
        const d = stretch({ path: scene.path, cols, from: k * piece, to: Math.min(moves, (k + 1) * piece) });
        if (d !== pieces[k].d) pieces[k].element.setAttribute("d", (pieces[k].d = d));
      }
    },
    /** Show the end of the line, which follows the knight, or hide it with null.
     * @param {{from: number, x: number, y: number, step: number} | null} end x and y in squares
     * @param {import("./scene.js").Scene} scene @param {number} cols */
    drawTip(end, scene, cols) {
      if (!end || !scene.lines) return tip.setAttribute("d", "");
      const share = Math.min(1, end.step / Math.max(1, scene.total - 1));
      tip.style.stroke = scene.colour === "steps" ? stepColour(share) : "";
      tip.setAttribute("d", `M${point(end.from, cols)}L${end.x * unit} ${end.y * unit}`);
    },
  };
}
