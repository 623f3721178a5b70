/**
 * The squares of a very large board for screen readers and keyboards: one element with the focus, and a cursor
 * that the keys move. Only the square under the cursor exists as a cell. There are two cells in turn, because a
 * screen reader speaks when the active cell is another element, not when its label changes.
 */

import { nameOf } from "../core/names.js";
import { el, freshId } from "../core/dom.js";
import { keyTarget } from "./keys.js";

/** @typedef {import("../core/board.js").Board} Board */

/** @param {import("./cells.js").CellsHow} how */
export function makeCursor({ label, onEnter, onKey, onFocus }) {
  const cells = [0, 1].map(() => el("div", { role: "gridcell", id: freshId("square") }));
  const rows = cells.map((cell) => el("div", { role: "row" }, cell));
  const element = el("div", { class: "cells cursor", role: "grid", tabindex: "0" }, ...rows);
  element.setAttribute("aria-label", label);
  /** @type {Board} */
  let board;
  let current = 0;
  let turn = 0;
  let holesToo = false;
  let words = (/** @type {number} */ n) => nameOf(board, n);

  /** @param {number} n */
  function setCurrent(n) {
    if (n !== current) turn = 1 - turn;
    current = n;
    write();
  }

  function write() {
    const [cell, row] = [cells[turn], rows[turn]];
    rows[1 - turn].hidden = true;
    row.hidden = false;
    row.setAttribute("aria-rowindex", String(Math.floor(current / board.cols) + 1));
    cell.setAttribute("aria-colindex", String((current % board.cols) + 1));
    cell.setAttribute("aria-label", words(current));
    element.setAttribute("aria-activedescendant", cell.id);
  }

  element.addEventListener("focus", () => onFocus(current, element.matches(":focus-visible")));
  element.addEventListener("blur", () => onFocus(null, false));
  element.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    const to = keyTarget(event, current, board, holesToo);
    if (to !== null) {
      event.preventDefault();
      setCurrent(to);
      onFocus(to, true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) onEnter(current);
    } else onKey(event, current);
  });

  return {
    element,
    /** @param {Board} given @param {boolean} all */
    setBoard(given, all) {
      const isSame = board && board.key === given.key;
      [board, holesToo] = [given, all];
      element.setAttribute("aria-rowcount", String(board.rows));
      element.setAttribute("aria-colcount", String(board.cols));
      if (!isSame) current = keyTarget({ key: "Home", ctrlKey: true }, 0, board, all) ?? 0;
      write();
    },
    /** @param {number} n */
    focus(n) {
      setCurrent(n);
      element.focus({ preventScroll: true });
      onFocus(n, true);
    },
    setCurrent,
    /** @param {(n: number) => string} label */
    relabel(label) {
      words = label;
      write();
    },
    setGrabbed() {},
    setLabel: (/** @type {string} */ text) => element.setAttribute("aria-label", text),
  };
}
