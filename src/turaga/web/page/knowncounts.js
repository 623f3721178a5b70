// Published counts and their sources. The server has a table of them. They are grouped by what was counted.

import { el, freshId } from "./dom.js";
import { grouped, sentence } from "./words.js";

/**
 * @typedef {object} Known
 * @property {string} board
 * @property {"open" | "closed"} kind
 * @property {boolean} directed
 * @property {number | string} count
 * @property {string} counted  in words
 * @property {string} source
 */

/**
 * A long number that can be wrapped after a comma and nowhere else.
 * @param {string} number
 * @returns {(Node | string)[]}
 */
export function breakable(number) {
  return number.split(/(?<=,)/).flatMap((group, i) => (i ? [el("wbr"), group] : [group]));
}

/**
 * @param {{api: any, onChoose: (one: Known) => void}} how
 */
export function makeKnownCounts({ api, onChoose }) {
  /** @type {Known[] | null} */
  let counts = null;
  /** @type {Map<string, HTMLDetailsElement>} by what was counted */
  const groups = new Map();
  const heading = el("h3", { id: freshId("known"), text: "Published counts" });
  const words = el("p", { class: "known-words", text: "Loading…" });
  const lists = el("div", { class: "known-lists" });

  const nameOf = (/** @type {{kind: string, directed: boolean}} */ one) => `${one.kind} ${one.directed}`;

  /** @param {Known} one */
  function entry(one) {
    const choose = el("button", {
      type: "button",
      class: "quiet known-board",
      text: one.board,
      "aria-label": `Use ${one.board} in the form above`,
      onclick: () => onChoose(one),
    });
    const number = el("span", { class: "known-number" }, ...breakable(grouped(one.count)));
    return el("li", {}, choose, number, el("span", { class: "known-source", text: one.source }));
  }

  function fill() {
    /** @type {Map<string, Known[]>} */
    const found = new Map();
    for (const one of counts ?? []) found.set(nameOf(one), [...(found.get(nameOf(one)) ?? []), one]);
    lists.replaceChildren();
    groups.clear();
    for (const [name, ones] of found) {
      const what = sentence(ones[0].counted.replace(` of ${ones[0].board}`, ""));
      const list = el("ul", { class: "known-list" }, ...ones.map(entry));
      const group = el("details", {}, el("summary", { text: what }), list);
      groups.set(name, group);
      lists.append(group);
    }
  }

  return {
    element: el("section", { class: "known", "aria-labelledby": heading.id }, heading, words, lists),

    /** Whether they have been loaded. */
    get isLoaded() {
      return counts !== null;
    },

    /** Load them once; try again if the server did not respond. */
    async load() {
      if (counts) return;
      try {
        counts = /** @type {Known[]} */ ((await api.ask("known")).counts);
        words.textContent = "Select a board to fill in the form above.";
        fill();
      } catch (error) {
        const why = /** @type {any} */ (error);
        const lost = "Published counts need the server, which is not responding.";
        words.textContent = why.status === 0 ? lost : why.message;
      }
    },

    /**
     * Open the list for these tours, and leave the others as they are.
     * @param {{closed: boolean, directed: boolean}} tours
     */
    open({ closed, directed }) {
      const group = groups.get(nameOf({ kind: closed ? "closed" : "open", directed }));
      if (group) group.open = true;
    },

    /**
     * The published count of these tours; null if there is none or they are not loaded yet.
     * @param {import("./countwords.js").Tours} tours
     * @returns {Known | null}
     */
    find({ board, closed, directed, start, end }) {
      if (start !== null || end !== null) return null;
      const turned = board.split("x").reverse().join("x"); // a rotated board has the same number
      const isIt = (/** @type {Known} */ one) =>
        (one.board === board || one.board === turned) &&
        (one.kind === "closed") === closed &&
        one.directed === directed;
      return counts?.find(isIt) ?? null;
    },
  };
}
