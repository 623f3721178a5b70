/** Buttons to zoom a large board, over its corner. Smaller boards do not need them. */

import { el } from "../core/dom.js";

/** @param {{canZoom: boolean, in: () => void, out: () => void, fit: () => void}} zoom of the board */
export function makeZoomButtons(zoom) {
  const button = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => void} */ action) =>
    el("button", { type: "button", text: sign, "aria-label": label, title: label, onclick: action });
  const element = el("div", { class: "zoom-buttons", role: "group", "aria-label": "Zoom", hidden: true },
    button("+", "Zoom in", () => zoom.in()), button("−", "Zoom out", () => zoom.out()),
    button("□", "Show the whole board", () => zoom.fit())); // prettier-ignore
  return {
    element,
    /** The board may have become small or large. */
    refresh() {
      element.hidden = !zoom.canZoom;
    },
  };
}
