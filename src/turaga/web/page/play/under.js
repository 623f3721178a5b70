/** What is directly below the board: the goal with its progress, and the buttons of the game. */

import { el, svg } from "../core/dom.js";
import { grouped } from "../core/words.js";

const SIGNS = {
  undo: "M8 4 3 8.5 8 13v-3h4.5a3 3 0 0 1 0 6H7v2h5.5a5 5 0 0 0 0-10H8z",
  redo: "M12 4l5 4.5-5 4.5v-3H7.5a3 3 0 0 0 0 6H13v2H7.5a5 5 0 0 1 0-10H12z",
  hint:
    "M10 2a6 6 0 0 0-3.4 10.9c.5.4.9 1 .9 1.6h5c0-.6.4-1.2.9-1.6A6 6 0 0 0 10 2z" +
    "M7.5 15.5h5V17h-5zM8.5 18h3v1h-3z",
  renew: "M9 4h2v5h5v2h-5v5H9v-5H4V9h5z",
  watch: "M6 3.5v13L17 10z",
  stop: "M5 5h10v10H5z",
  next: "M4 9h8.2L8.9 5.7 10.3 4.3 16 10l-5.7 5.7-1.4-1.4 3.3-3.3H4z",
};

/** @param {string} name */
function sign(name) {
  const path = svg("path", { d: SIGNS[name] });
  return svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, path);
}

/**
 * @typedef {object} UnderView
 * @property {string} state
 * @property {string} status  a few words
 * @property {string} kind  of the note that the status is from; "" if it is the goal
 * @property {number} visited
 * @property {number} size
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {boolean} isPending
 * @property {boolean} isReplaying
 * @property {string | null} next  the size of the next larger board
 */

/**
 * @param {Record<"undo" | "redo" | "hint" | "renew" | "watch" | "next", () => void>} actions
 */
export function makeUnder(actions) {
  const status = el("p", { class: "play-status" });
  const count = el("p", { class: "play-count" });
  const bar = el("progress", { class: "play-bar", "aria-label": "Squares visited", max: 1, value: 0 });

  /** @param {keyof actions} name @param {string} label @param {string | null} key */
  const button = (name, label, key) =>
    el(
      "button",
      {
        type: "button", class: `play-${name}`, "aria-keyshortcuts": key,
        title: key ? `${label} (${key})` : null, onclick: () => actions[name](),
      },
      sign(name),
      el("span", { text: label }),
    ); // prettier-ignore
  const undo = button("undo", "Undo", "u");
  const redo = button("redo", "Redo", "r");
  const hint = button("hint", "Hint", "h");
  const watch = button("watch", "Watch again", null);
  const next = button("next", "Next board", null);
  const renew = button("renew", "New game", "n");
  watch.classList.add("main");
  const row = el(
    "div",
    { class: "play-actions", role: "group", "aria-label": "Actions" },
    undo, redo, hint, watch, next, renew,
  ); // prettier-ignore

  const element = el("div", { class: "under play-under" },
    el("div", { class: "play-goal" }, status, count, bar), row); // prettier-ignore

  return {
    element,
    /** Show this state. Returns whether the button that had the focus was hidden. @param {UnderView} view */
    show(view) {
      const isWon = view.state === "won";
      const focused = row.contains(document.activeElement) ? document.activeElement : null;
      status.textContent = view.status;
      status.dataset.kind = view.kind;
      count.textContent = `${grouped(view.visited)} of ${grouped(view.size)}`;
      bar.max = view.size;
      bar.value = view.visited;
      element.dataset.state = view.state;
      for (const one of [redo, hint]) one.hidden = isWon;
      watch.hidden = !isWon;
      next.hidden = !isWon || !view.next;
      next.lastChild.textContent = `Play ${view.next}`;
      const watching = view.isReplaying ? "Stop" : "Watch again";
      watch.replaceChildren(sign(view.isReplaying ? "stop" : "watch"), el("span", { text: watching }));
      // Not `disabled`, which would lose the focus.
      undo.setAttribute("aria-disabled", String(!view.canUndo));
      redo.setAttribute("aria-disabled", String(!view.canRedo));
      hint.classList.toggle("thinking", view.isPending);
      hint.lastChild.textContent = view.isPending ? "Cancel" : "Hint";
      return Boolean(focused?.hidden);
    },
  };
}
