/** What is shown while something is computed for longer than a moment: what it is, how far it is, and Cancel. */

import { el } from "../core/dom.js";
import { onPreparing, preparing } from "../core/server.js";

const PATIENCE = 300; // milliseconds before a wait is shown
const PREPARING = "Preparing the solver (first run only)";

/** @param {{onCancel: () => void, onShown?: () => void}} how  `onShown` is called when a wait is first shown */
export function makeWaiting({ onCancel, onShown = () => {} }) {
  const text = el("p", { class: "waiting-text" });
  const bar = el("progress", { class: "waiting-bar", max: 1, "aria-label": "Progress", hidden: true });
  const cancel = el("button", { type: "button", text: "Cancel", onclick: onCancel });
  const element = el("div", { class: "waiting", role: "group", "aria-label": "Waiting", hidden: true }, text, bar, cancel);
  let timer = 0;
  let words = "";
  let share = 0;
  let onServer = false;

  function show() {
    const state = onServer ? preparing() : null;
    text.textContent = state ? `${PREPARING}: ${state.done} of ${state.total}` : `${words}…`;
    const part = state ? (state.total ? state.done / state.total : 0) : share;
    bar.hidden = !part;
    if (part) bar.value = part;
  }
  onPreparing(() => {
    if (!element.hidden) show();
  });

  return {
    element,
    /** Begin to wait. @param {string} what such as "Looking for a tour of 8x8" */
    begin(what) {
      clearTimeout(timer);
      [words, share, onServer] = [what, 0, false];
      timer = setTimeout(() => {
        element.hidden = false;
        show();
        onShown();
      }, PATIENCE);
    },
    /** @param {string} what @param {number} [part] from 0 to 1, if it is known */
    update(what, part = 0) {
      [words, share] = [what, part];
      if (!element.hidden) show();
    },
    /** From now on the server is waited for: if it is being prepared, that is shown. @param {string} what */
    forServer(what) {
      onServer = true;
      this.update(what);
    },
    end() {
      clearTimeout(timer);
      if (element.contains(document.activeElement)) document.getElementById("main").focus();
      element.hidden = true;
    },
    get isShown() {
      return !element.hidden;
    },
  };
}
