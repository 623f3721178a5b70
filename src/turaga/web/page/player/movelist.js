/**
 * The squares of a walk as a list in columns: each is a button that shows its step. Only the rows in view have
 * elements, so that a walk of some thousand squares scrolls smoothly.
 */

import { el } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { grouped } from "../core/words.js";

/** @typedef {import("../core/board.js").Board} Board */

const ROW = 28; // height of a row in pixels, as in player.css
const DIGIT = 8; // width of a digit of a step in pixels
const LETTER = 10; // width of a letter of a name
const SPACE = 28; // around both
const MARGIN = 4; // rows above and below those in view
export const MOST_LISTED = 20_000;

/** @param {{onStep: (step: number) => void}} how  `onStep` gets the step, from 1 */
export function makeMoveList({ onStep }) {
  /** @type {Board | null} */
  let board = null;
  /** @type {ArrayLike<number>} */
  let path = [];
  let current = 0; // the step shown, from 1
  let columns = 4;
  let width = 0;
  const rows = el("ol", { class: "moves-rows" });
  const box = el("div", { class: "moves-box", tabindex: -1 }, rows);
  const note = el("p", { class: "note", hidden: true });
  const element = el("section", { class: "moves", "aria-label": "Moves" }, box, note);
  /** @type {Map<number, HTMLButtonElement>} */
  const made = new Map();

  box.addEventListener("scroll", () => fill(), { passive: true });
  box.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("button");
    if (button) onStep(Number(button.dataset.step));
  });
  box.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const step = Number(/** @type {HTMLElement} */ (event.target).dataset?.step ?? 0) + (by ?? 0);
    if (by === undefined || step < 1 || step > path.length) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(step);
    made.get(step)?.focus();
  });
  new ResizeObserver(() => {
    if (!box.clientWidth) return; // its tab is not open
    if (box.clientWidth === width) return reveal(); // it is open again: a hidden list cannot be scrolled
    width = box.clientWidth;
    layOut();
  }).observe(box);

  /** How many columns there is room for. */
  function fit() {
    if (!board || !width) return columns;
    const column = SPACE + DIGIT * grouped(path.length).length + LETTER * nameOf(board, board.area - 1).length;
    return Math.max(1, Math.floor(width / column));
  }

  function layOut() {
    columns = fit();
    for (const button of made.values()) button.parentElement.remove();
    made.clear();
    rows.style.setProperty("height", `${Math.ceil(path.length / columns) * ROW}px`);
    fill();
    reveal();
  }

  /** Make the buttons in view, and drop the others. */
  function fill() {
    if (!board) return;
    const top = Math.floor(box.scrollTop / ROW) - MARGIN;
    const bottom = Math.ceil((box.scrollTop + (box.clientHeight || 10 * ROW)) / ROW) + MARGIN;
    const from = Math.max(0, top * columns);
    const to = Math.min(path.length, bottom * columns);
    for (const [step, button] of made) {
      if (step > from && step <= to) continue;
      if (button === document.activeElement) continue; // the focus stays where it is
      button.parentElement.remove();
      made.delete(step);
    }
    for (let step = from + 1; step <= to; step++) if (!made.has(step)) add(step);
  }

  /** @param {number} step */
  function add(step) {
    const name = nameOf(board, path[step - 1]);
    const button = el("button", { type: "button", class: "move", tabindex: -1, "data-step": step },
      el("span", { class: "move-number", text: grouped(step) }), " ", el("span", { text: name })); // prettier-ignore
    const item = el("li", { value: step }, button);
    item.style.setProperty("top", `${Math.floor((step - 1) / columns) * ROW}px`);
    item.style.setProperty("left", `${(((step - 1) % columns) * 100) / columns}%`);
    item.style.setProperty("width", `${100 / columns}%`);
    rows.append(item);
    made.set(step, button);
    if (step === current) mark(button, true);
  }

  /** @param {HTMLElement | undefined} button @param {boolean} on */
  function mark(button, on) {
    if (!button) return;
    if (on) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    button.tabIndex = on ? 0 : -1;
  }

  /** Scroll the list, not the page, so that the current step is in view. */
  function reveal() {
    if (!current) return;
    const top = Math.floor((current - 1) / columns) * ROW;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW - box.clientHeight;
    fill();
  }

  return {
    element,
    /** List the squares of another walk. @param {Board} now @param {ArrayLike<number>} squares */
    setWalk(now, squares) {
      const isTooLong = squares.length > MOST_LISTED;
      board = now;
      path = isTooLong ? [] : squares;
      current = 0;
      note.hidden = !isTooLong;
      note.textContent = isTooLong
        ? `Walks of more than ${grouped(MOST_LISTED)} squares are not listed here. You can download them under Share.`
        : "";
      box.hidden = isTooLong;
      element.hidden = !squares.length;
      layOut();
    },
    /** Highlight a step, from 1; 0 for none. @param {number} step */
    show(step) {
      if (step === current) return;
      mark(made.get(current), false);
      current = Math.min(step, path.length);
      reveal();
      mark(made.get(current), true);
    },
  };
}
