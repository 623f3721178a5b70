/** Sentences whose squares are buttons: they point at the board while the mouse or the focus is on them. */

import { el } from "../core/dom.js";
import { nameOf } from "../core/names.js";

/** @typedef {import("../core/board.js").Board} Board */

/**
 * The elements of a sentence.
 * @param {Board} board
 * @param {(string | number)[]} parts texts, and squares as their indices
 * @param {(n: number | null) => void} onPoint called with a square, and with null when it is left
 * @returns {(string | HTMLElement)[]}
 */
export function squareText(board, parts, onPoint) {
  return parts.map((part) => (typeof part === "number" ? squareButton(board, part, onPoint) : part));
}

/** @param {Board} board @param {number} n @param {(n: number | null) => void} onPoint */
export function squareButton(board, n, onPoint) {
  const [point, leave] = [() => onPoint(n), () => onPoint(null)];
  return el("button", {
    type: "button", class: "square-name", text: nameOf(board, n), title: "Show on the board",
    onpointerenter: point, onpointerleave: leave, onfocus: point, onblur: leave, onclick: point,
  }); // prettier-ignore
}
