/** The two buttons below the board: play this board yourself, or see another tour. */

import { el } from "../core/dom.js";

/** @param {{onTry: () => void, onNew: () => void}} how */
export function makeActions({ onTry, onNew }) {
  const another = el("button", { type: "button", class: "new-tour", text: "New tour", onclick: onNew });
  const element = el("div", { class: "actions" },
    el("button", { type: "button", class: "try-it", text: "Try it yourself", onclick: onTry }), another); // prettier-ignore
  return {
    element,
    /** Whether there can be another tour. @param {boolean} on */
    allow(on) {
      another.disabled = !on;
      another.title = on ? "" : "This board has no such tour.";
    },
    /** Stand out, after the first tour has drawn itself; or step back again. @param {boolean} on */
    invite(on) {
      element.classList.toggle("inviting", on);
    },
  };
}
