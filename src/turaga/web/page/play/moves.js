/**
 * The list of the moves made so far, and of those that were undone. A click goes there. Only one of the buttons
 * is reached with Tab; the arrow keys go to the others.
 */

import { el } from "../core/dom.js";
import { nameOf } from "../core/names.js";

/** @param {{onStep: (step: number) => void}} how  called with a step, from 1 */
export function makeMoves({ onStep }) {
  const list = el("ol", { class: "play-moves", "aria-label": "Moves" });
  /** @type {string[]} */
  let names = [];

  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) onStep(stepOf(button));
  });
  list.addEventListener("keydown", (event) => {
    const button = event.target.closest("button");
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!button || !by) return;
    event.preventDefault();
    event.stopPropagation();
    const to = list.children[stepOf(button) - 1 + by]?.firstChild;
    if (to) focusOn(to);
  });

  const stepOf = (/** @type {HTMLElement} */ button) => Number(button.dataset.step);

  function focusOn(/** @type {HTMLElement} */ button) {
    setStop(button);
    button.focus();
  }

  function setStop(/** @type {HTMLElement} */ button) {
    for (const other of list.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
    button.tabIndex = 0;
  }

  /** @param {number} k @param {string} name */
  function makeItem(k, name) {
    const number = el("span", { class: "move-step", text: `${k + 1}` });
    const label = `Step ${k + 1}, ${name}`;
    const look = { type: "button", tabindex: -1, "data-step": k + 1, "aria-label": label };
    return el("li", {}, el("button", look, number, name));
  }

  return {
    element: list,
    /**
     * Show the moves of a game. `at` is the step on the board.
     * @param {import("./game.js").Game} game
     * @param {number} at
     */
    show(game, at) {
      const squares = [...game.path, ...[...game.undone].reverse()];
      const next = squares.map((n) => nameOf(game.board, n));
      let same = 0;
      while (same < next.length && next[same] === names[same]) same++;
      while (list.children.length > same) list.lastChild.remove();
      next.slice(same).forEach((name, k) => list.append(makeItem(same + k, name)));
      names = next;
      [...list.children].forEach((item, k) => {
        item.classList.toggle("undone", k >= game.path.length);
        if (k === at - 1) item.firstChild.setAttribute("aria-current", "step");
        else item.firstChild.removeAttribute("aria-current");
      });
      list.hidden = !next.length;
      const current = list.children[Math.max(0, at - 1)]?.firstChild;
      if (!current) return;
      if (!list.contains(document.activeElement)) setStop(current);
      // Only the list scrolls, not the panel around it.
      const top = current.offsetTop - list.offsetTop;
      if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
        list.scrollTop = top - list.clientHeight / 2;
      }
    },
  };
}
