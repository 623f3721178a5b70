/** The board that all modes share: a field for its size, chips for common sizes, and shapes. */

import { makeBoard } from "./board.js";
import { el, freshId } from "./dom.js";
import { boardName, sizeName } from "./names.js";
import { isAllowedSize, parseSize } from "./view.js";
import { sizeLimits } from "./words.js";

const CHIPS = [5, 6, 8, 10, 20, 50];

/**
 * @param {{limits: () => {most: number, area: number}, onBoard: (board: any) => void, onShapes: () => void}} how
 */
export function makeBoardBar({ limits, onBoard, onShapes }) {
  let board = null;
  const id = freshId("size");
  const wrong = el("p", { class: "wrong", id: `${id}-wrong`, role: "status" });
  const field = el("input", {
    id, type: "text", class: "size-field", size: 7, maxlength: 14, autocomplete: "off", spellcheck: "false",
    autocapitalize: "off", "aria-describedby": `${id}-wrong`, onchange: take,
  }); // prettier-ignore
  const form = el("form", { class: "size-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), take()) },
    el("label", { for: id, text: "Board" }), field); // prettier-ignore
  const chips = CHIPS.map((side) =>
    el("button", {
      type: "button", class: "chip", text: String(side), "aria-label": `${side}x${side}`, onclick: () => choose(side, side),
    })); // prettier-ignore
  const shapes = el("button", { type: "button", class: "chip shapes-chip", text: "Shapes…", onclick: onShapes });
  const words = el("p", { class: "board-words" });
  const clear = el("button", { type: "button", class: "quiet", text: "Full board", onclick: () => choose(board.rows, board.cols) });
  const holes = el("div", { class: "board-holes", hidden: true }, words, clear);
  const element = el("div", { class: "boardbar" },
    el("div", { class: "board-row" }, form, shapes),
    el("div", { class: "chips", role: "group", "aria-label": "Common sizes" }, ...chips), wrong, holes); // prettier-ignore

  function take() {
    const size = parseSize(field.value);
    if (!size || !isAllowedSize(size, limits())) {
      const allowed = sizeLimits(limits());
      say(size ? `${sizeName(size)} is too large: ${allowed}.` : `Type rows x columns, such as 8x8, ${allowed}.`);
      if (size && !(size.rows && size.cols)) say("A board needs at least 1 row and 1 column.");
      return;
    }
    choose(size.rows, size.cols);
  }

  function say(text) {
    wrong.textContent = text;
    if (text) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }

  /** A board of this size: without holes, with the same leaper. */
  function choose(rows, cols) {
    say("");
    const next = makeBoard({ rows, cols, leaper: board.leaper });
    if (next.key === board.key) show(board);
    else onBoard(next);
  }

  function show(now) {
    board = now;
    field.value = sizeName(board);
    say("");
    CHIPS.forEach((side, k) => {
      const isThis = board.rows === side && board.cols === side && !board.holes;
      chips[k].setAttribute("aria-pressed", String(isThis));
    });
    shapes.setAttribute("aria-pressed", String(board.holes !== null));
    words.textContent = boardName(board);
    holes.hidden = boardName(board) === sizeName(board);
    clear.hidden = !board.holes;
  }

  return { element, show };
}
