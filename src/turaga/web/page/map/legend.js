/** The meaning of the colours and signs of a map. */

import { el } from "../core/dom.js";

const ENTRIES = [
  ["full", "✓", "open tour"],
  ["closed", "✓", "closed tour"],
  ["few", "1", "1 square unvisited"],
  ["many", "40", "many unvisited"],
];

/** @returns {HTMLElement} */
export function makeLegend() {
  return el("ul", { class: "map-legend", "aria-label": "Legend" },
    ...ENTRIES.map(([kind, sign, text]) =>
      el("li", {},
        el("span", { class: `map-swatch ${kind}`, "aria-hidden": "true", text: sign }),
        el("span", { text })))); // prettier-ignore
}
