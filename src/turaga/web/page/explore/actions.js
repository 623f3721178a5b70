/** The two buttons below the board: play this board yourself, or see another tour. */

import { el } from "../core/dom.js";

/** @param {{onTry: () => void, onNew: () => void}} how */
export function makeActions({ onTry, onNew }) {
  const element = el("div", { class: "actions" },
    el("button", { type: "button", class: "try-it", text: "Try it yourself", onclick: onTry }),
    el("button", { type: "button", class: "new-tour", text: "New tour", onclick: onNew })); // prettier-ignore
  return {
    element,
    /** Stand out, after the first tour has drawn itself; or step back again. @param {boolean} on */
    invite(on) {
      element.classList.toggle("inviting", on);
    },
  };
}
