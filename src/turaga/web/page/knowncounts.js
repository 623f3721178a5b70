// The known counts, as a table with their sources: from the server, which has them without counting.

import { el } from "./dom.js";
import { grouped, sentence } from "./words.js";

/** @typedef {{board: string, kind: string, directed: boolean, count: number | string, counted: string, source: string}} Known */

/**
 * @param {{api: any, onChoose: (one: Known) => void}} how
 */
export function makeKnownTable({ api, onChoose }) {
  /** @type {Known[] | null} */
  let counts = null;
  const body = el("tbody");
  const words = el("p", { class: "known-words", text: "The known counts are being fetched." });
  const table = el(
    "table",
    { class: "known-table", hidden: true },
    el("caption", { class: "unseen", text: "Known counts, what was counted and who counted" }),
    el(
      "thead",
      {},
      el("tr", {}, ...["Board", "How many", "What was counted", "Source"].map((text) => el("th", { scope: "col", text }))),
    ),
    body,
  );

  /** @param {Known} one */
  function row(one) {
    const label = `Take ${one.counted}`;
    return el(
      "tr",
      {},
      el(
        "th",
        { scope: "row" },
        el("button", { type: "button", class: "quiet", text: one.board, title: label, onclick: () => onChoose(one) }),
      ),
      el("td", { class: "number", text: grouped(one.count) }),
      el("td", { text: sentence(one.counted) }),
      el("td", { class: "source", text: one.source }),
    );
  }

  return {
    element: el("section", { class: "known", "aria-label": "Known counts" }, el("h3", { text: "Known counts" }), words, table),

    /** Fetch them, once; again if there was no server. */
    async load() {
      if (counts) return;
      try {
        counts = (await api.ask("known")).counts;
        body.replaceChildren(.../** @type {Known[]} */ (counts).map(row));
        words.textContent = "A board's name takes it over above, to be counted here.";
        table.hidden = false;
      } catch (error) {
        const why = /** @type {any} */ (error);
        words.textContent = why.status === 0 ? "The known counts are with the server, which does not answer." : why.message;
      }
    },

    /**
     * The known count of these tours; null if there is none, or they are not there yet.
     * @param {import("./countwords.js").Tours} tours
     * @returns {Known | null}
     */
    find({ board, closed, directed, start, end }) {
      if (start !== null || end !== null) return null;
      const turned = board.split("x").reverse().join("x"); // a board lying on its side has as many
      const isIt = (/** @type {Known} */ one) =>
        (one.board === board || one.board === turned) &&
        (one.kind === "closed") === closed &&
        one.directed === directed;
      return counts?.find(isIt) ?? null;
    },
  };
}
