/** Published counts and their sources. The server has a table of them; it is grouped by what was counted. */

import { el } from "../core/dom.js";
import { parseSize } from "../core/view.js";
import { grouped, sentence } from "../core/words.js";

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

/** @param {{api: any, onChoose: (one: {rows: number, cols: number, kind: string, directed: boolean}) => void}} how */
export function makeKnownCounts({ api, onChoose }) {
  /** @type {Known[] | null} */
  let counts = null;
  /** @type {Promise<void> | null} */
  let loading = null; // at most one attempt at a time: a second one would close what was opened
  let isMissing = false;
  const words = el("p", { class: "known-words note", text: "Loading…" });
  const lists = el("div", { class: "known-lists" });
  const element = el("section", { class: "known", "aria-label": "Published counts" },
    el("h3", { text: "Published counts" }), words, lists); // prettier-ignore

  /** @param {Known} one */
  function entry(one) {
    const choose = el("button", {
      type: "button", class: "quiet known-board", text: one.board, "aria-label": `Show ${one.board}`,
      onclick: () => onChoose({ .../** @type {any} */ (parseSize(one.board)), kind: one.kind, directed: one.directed }),
    }); // prettier-ignore
    return el("li", {}, choose, el("span", { class: "known-number" }, ...breakable(grouped(one.count))),
      el("span", { class: "known-source", text: one.source })); // prettier-ignore
  }

  async function fetchAll() {
    try {
      counts = (await api.ask("options")).known.map(({ tours, count, source }) => {
        const { board, kind, directed, words: counted } = tours;
        return { board: `${board.rows}x${board.cols}`, kind, directed, count, counted, source };
      });
      words.textContent = "Select a board to see its count.";
      fill();
    } catch (error) {
      const why = /** @type {any} */ (error);
      loading = null;
      isMissing = true;
      const lost = "Published counts need the server, which is not responding.";
      words.textContent = why.status === 0 ? lost : sentence(why.message);
    }
  }

  function fill() {
    /** @type {Map<string, Known[]>} */
    const found = new Map();
    for (const one of counts ?? []) {
      const name = `${one.kind} ${one.directed}`;
      found.set(name, [...(found.get(name) ?? []), one]);
    }
    lists.replaceChildren(
      ...[...found.values()].map((ones) => {
        const what = sentence(ones[0].counted.replace(` of ${ones[0].board}`, ""));
        return el("details", {}, el("summary", { text: what }), el("ul", { class: "known-list" }, ...ones.map(entry)));
      }),
    );
  }

  return {
    element,
    /** Whether they could not be loaded. */
    get isMissing() {
      return isMissing && !counts;
    },

    /** Load them once; try again if the server did not respond. */
    load() {
      return (loading ??= fetchAll());
    },

    /**
     * The published count of these tours; null if there is none, undefined if they are not loaded yet.
     * @param {import("./words.js").Tours} tours
     * @returns {Known | null | undefined}
     */
    find({ board, closed, directed, start, end }) {
      if (!counts) return undefined;
      // A closed tour passes every square, so it can be said to start anywhere.
      const isAny = end === null && (start === null || closed);
      const isPlain = isAny && !board.holes && board.leaper[0] === 1 && board.leaper[1] === 2;
      if (!isPlain) return null;
      const names = [`${board.rows}x${board.cols}`, `${board.cols}x${board.rows}`]; // a rotated board has the same number
      const isIt = (/** @type {Known} */ one) =>
        names.includes(one.board) && (one.kind === "closed") === closed && one.directed === directed;
      return counts.find(isIt) ?? null;
    },
  };
}
