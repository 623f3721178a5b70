/**
 * The squares for screen readers and keyboards: a grid with a cell for each. On boards of many squares the
 * cells and their labels are written a few milliseconds at a time; the grid is busy until all are there.
 */

import { isHole } from "../core/board.js";
import { nameOf } from "../core/names.js";
import { el } from "../core/dom.js";
import { keyTarget } from "./keys.js";

/** @typedef {import("../core/board.js").Board} Board */

const FEW = 700; // squares that are written at once
const SLICE = 6; // milliseconds
const QUIET = 120; // milliseconds without a change after which the labels of all cells are checked

/**
 * @typedef {object} CellsHow
 * @property {string} label
 * @property {(n: number) => void} onEnter
 * @property {(event: KeyboardEvent, n: number) => boolean} onKey  returns whether it used the key
 * @property {(n: number | null, byKey: boolean) => void} onFocus
 */

/** @param {CellsHow} how */
export function makeCells({ label, onEnter, onKey, onFocus }) {
  const element = el("div", { class: "cells", role: "grid", "aria-label": label });
  /** @type {Board} */
  let board;
  /** @type {HTMLElement[]} */
  let cells = [];
  let holesToo = false;
  let current = -1; // the cell that Tab goes to
  let words = (/** @type {number} */ n) => nameOf(board, n);
  let job = 0;
  let isBuilding = false; // rows are still to come
  /** @type {HTMLElement | null} */
  let grabbed = null;

  /** Do work in slices, so that the page stays quick. @param {() => boolean} step  returns whether more is to
   * do
   * @param {number} wait @param {() => void} [next] what to do after it */
  function inSlices(step, wait, next = () => {}) {
    clearTimeout(job);
    element.setAttribute("aria-busy", "true");
    const slice = () => {
      const until = performance.now() + SLICE;
      let more = true;
      while (more && performance.now() < until) more = step();
      if (more) job = window.setTimeout(slice, 8);
      else {
        element.removeAttribute("aria-busy");
        next();
      }
    };
    job = window.setTimeout(slice, wait);
  }

  /** Show a board. With `all`, holes have cells too: for painting them. @param {Board} given @param {boolean}
   * all */
  function setBoard(given, all) {
    const isSame = board && given.rows === board.rows && given.cols === board.cols && all === holesToo;
    const keepsCells = isSame && (all || given.key === board.key);
    [board, holesToo] = [given, all];
    if (keepsCells) return labelAll();
    element.style.setProperty("--rows", String(board.rows));
    element.style.setProperty("--cols", String(board.cols));
    element.setAttribute("aria-rowcount", String(board.rows));
    element.setAttribute("aria-colcount", String(board.cols));
    cells = [];
    current = -1;
    element.replaceChildren();
    let row = 0;
    const addRow = () => {
      if (row < board.rows) element.append(...makeRow(row++));
      if (row < board.rows) return true;
      isBuilding = false;
      if (current < 0) setCurrent(keyTarget({ key: "Home", ctrlKey: true }, 0, board, holesToo) ?? 0);
      return false;
    };
    isBuilding = true;
    if (board.area > FEW) return inSlices(addRow, 0, labelAll);
    clearTimeout(job);
    while (addRow());
    element.removeAttribute("aria-busy");
  }

  /** @param {number} row @returns {HTMLElement[]} no row if all its squares are holes */
  function makeRow(row) {
    const made = [];
    for (let col = 0; col < board.cols; col++) {
      const n = row * board.cols + col;
      if (!holesToo && isHole(board, n)) continue;
      const cell = el("div", { class: "cell", role: "gridcell", tabindex: "-1", "data-n": n });
      cell.setAttribute("aria-colindex", String(col + 1));
      if (board.holes && !holesToo) cell.style.gridColumnStart = String(col + 1);
      cell.setAttribute("aria-label", words(n));
      cells[n] = cell;
      made.push(cell);
    }
    if (!made.length) return [];
    const line = el("div", { class: "cell-row", role: "row", "aria-rowindex": row + 1 }, ...made);
    line.style.gridRowStart = String(row + 1);
    return [line];
  }

  /** @param {number} n */
  function say(n) {
    const text = words(n);
    if (cells[n] && cells[n].getAttribute("aria-label") !== text) cells[n].setAttribute("aria-label", text);
  }

  function labelAll() {
    if (board.area <= FEW) return cells.forEach((_, n) => say(n));
    if (isBuilding) return; // comes after that
    let n = 0;
    inSlices(() => {
      say(n++);
      return n < board.area;
    }, QUIET);
  }

  /** @param {number} n */
  function setCurrent(n) {
    if (cells[current]) cells[current].tabIndex = -1;
    current = n;
    if (cells[n]) cells[n].tabIndex = 0;
  }

  const numberOf = (event) => {
    const cell = event.target.closest?.("[data-n]");
    return cell ? Number(cell.dataset.n) : null;
  };
  element.addEventListener("focusin", (event) => {
    const n = numberOf(event);
    if (n === null) return;
    setCurrent(n);
    say(n);
    onFocus(n, cells[n].matches(":focus-visible"));
  });
  element.addEventListener("focusout", () => onFocus(null, false));
  element.addEventListener("keydown", (event) => {
    const n = numberOf(event);
    if (n === null || event.altKey || event.metaKey) return;
    const to = keyTarget(event, n, board, holesToo);
    if (to !== null) {
      event.preventDefault();
      focus(to);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) onEnter(n);
    } else onKey(event, n);
  });

  /** @param {number} n */
  function focus(n) {
    setCurrent(n);
    cells[n]?.focus({ preventScroll: true });
  }

  return {
    element,
    setBoard,
    focus,
    setCurrent,
    /** Labels from now on; those of `changed` squares at once. @param {(n: number) => string} label
     * @param {number[] | null} changed */
    relabel(label, changed) {
      words = label;
      if (board.area > FEW && changed && changed.length <= FEW) changed.forEach(say);
      labelAll();
    },
    /** The square that can be dragged: a finger on it does not scroll the page. @param {number | null} n */
    setGrabbed(n) {
      grabbed?.classList.remove("grabbed");
      grabbed = n === null ? null : cells[n] ?? null;
      grabbed?.classList.add("grabbed");
    },
    setLabel: (/** @type {string} */ text) => element.setAttribute("aria-label", text),
  };
}
