/** One way to know how many tours there are: a label, a number, what it means, and a button if it can be found here. */

import { onPreparing, preparing } from "../core/server.js";
import { el, freshId } from "../core/dom.js";
import { sentence } from "../core/words.js";
import { breakable } from "./known.js";

/**
 * @param {{title: string, action?: string, onAction?: () => void, onStop?: () => void}} how
 */
export function makeCard({ title, action = "", onAction = () => {}, onStop = () => {} }) {
  const headingId = freshId("card");
  const figure = el("p", { class: "card-figure" });
  const inWords = el("p", { class: "card-in-words" });
  const lines = el("div", { class: "card-lines" });
  const reason = el("p", { class: "note card-reason", id: `${headingId}-reason` });
  const button = el("button", {
    type: "button", text: action, "aria-describedby": reason.id, onclick: onAction, hidden: !action,
  }); // prettier-ignore
  const stop = el("button", { type: "button", text: "Stop", hidden: true, onclick: onStop });
  const element = el("section", { class: "card", "aria-labelledby": headingId },
    el("div", { class: "card-head" }, el("h3", { id: headingId, text: title }), button, stop),
    figure, inWords, lines); // prettier-ignore
  let timer = 0;
  let began = 0;

  function showWait() {
    const seconds = Math.floor((performance.now() - began) / 1000);
    const state = preparing();
    lines.replaceChildren(el("p", { text: state ? `${state.what}: ${state.done} of ${state.total}` : `${seconds} s` }));
  }

  function endWait() {
    clearInterval(timer);
    const hadFocus = document.activeElement === stop;
    stop.hidden = true;
    button.hidden = !action;
    if (hadFocus) button.focus();
  }

  onPreparing(() => {
    if (!stop.hidden) showWait();
  });

  return {
    element,
    /** Why the button cannot be used: a line to be placed where it has room. */
    reason,
    /** Show a number and lines about it. @param {{number: string, words?: string, lines?: string[], state?: string}} what */
    show({ number, words = "", lines: said = [], state = "done" }) {
      endWait();
      element.dataset.state = state;
      element.removeAttribute("aria-busy");
      figure.replaceChildren(...breakable(number));
      inWords.textContent = words;
      lines.replaceChildren(...said.map((line) => el("p", { text: line })));
    },
    /** Say in place of a number why there is none, if there is none. @param {string} words */
    explainEmpty(words) {
      if (element.dataset.state === "empty") figure.textContent = words;
    },
    /** Show that the number is being found. @param {string} what */
    wait(what) {
      element.dataset.state = "running";
      element.setAttribute("aria-busy", "true");
      figure.textContent = what;
      inWords.textContent = "";
      began = performance.now();
      clearInterval(timer);
      timer = window.setInterval(showWait, 1000);
      showWait();
      const hadFocus = document.activeElement === button;
      button.hidden = true;
      stop.hidden = false;
      if (hadFocus) stop.focus();
    },
    /** Say whether the button can be used, and if not, why not. @param {{possible: boolean, reason?: string}} plan */
    allow({ possible, reason: why = "" }) {
      button.hidden = !action || element.dataset.state === "running";
      button.disabled = !possible;
      reason.textContent = possible || !why ? "" : sentence(why);
    },
  };
}
