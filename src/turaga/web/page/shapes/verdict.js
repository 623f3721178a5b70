/** The live verdict on a board that is being painted: in words, and as marks on its squares. */

import { boardFields, fromPair } from "../core/board.js";
import { debounce, el } from "../core/dom.js";
import { renamed } from "../core/names.js";
import { grouped, sentence } from "../core/words.js";
import { firstLook } from "./firstlook.js";

const WAIT = 60; // milliseconds after the last change
export const MOST_ASKED = 10_000; // squares of a board that the server judges and trims
const LEGEND = {
  ringed: "What the reason is about",
  blocked: "The bottleneck: more moves are needed here than there are",
  near: "All its neighbours",
  cut: "Without these squares the board falls into pieces",
  piece1: "The pieces, each in its colour",
};

/**
 * @param {{context: any, onVerdict: (kind: "open" | "yes" | "no") => void, onMarks: (marks: Map<number, {kind: string, words?: string}>) => void}} how
 */
export function makeVerdict({ context, onMarks, onVerdict }) {
  const head = el("p", { class: "verdict-head" });
  const reason = el("p", { class: "verdict-reason" });
  const colours = el("p", { class: "verdict-colours" });
  const legend = el("ul", { class: "verdict-legend", "aria-label": "Marks on the board" });
  const element = el("section", { class: "verdict", "aria-label": "Verdict" }, head, reason, colours, legend);
  /** @type {{board: any, closed: boolean} | null} */
  let asked = null;
  /** @type {AbortController | null} */
  let pending = null;
  let said = "";

  function tell(exists, why, marks) {
    const what = asked?.closed ? "a closed tour" : "a tour";
    const kind = exists === null ? "open" : exists ? "yes" : "no";
    element.dataset.verdict = kind;
    onVerdict(kind);
    head.textContent = { open: "Nothing rules out a tour so far", yes: `There is ${what}`, no: `There cannot be ${what}` }[kind];
    reason.textContent = why ? sentence(renamed(asked?.board, why)) : "";
    showLegend(marks);
    onMarks(marks);
  }

  /** What the marks mean, each kind once; pieces have numbers in their words and need only one line. */
  function showLegend(marks) {
    const wordsOf = (/** @type {string} */ kind) => LEGEND[kind] ?? LEGEND.piece1;
    const present = new Set([...marks.values()].map(({ kind }) => wordsOf(kind)));
    const lines = Object.entries(LEGEND).filter(([, words]) => present.has(words));
    legend.replaceChildren(
      ...lines.map(([kind, words]) => el("li", {}, el("span", { class: `mark-swatch mark-${kind}` }), words)),
    );
  }

  function showColours(numbers) {
    colours.replaceChildren();
    if (!numbers) return;
    const [light, dark] = numbers;
    colours.append(
      el("span", { class: "swatch swatch-light" }), `${grouped(light)} light`,
      el("span", { class: "swatch swatch-dark" }), `${grouped(dark)} dark`,
    ); // prettier-ignore
  }

  const askSoon = debounce(() => void ask(), WAIT);

  async function ask() {
    if (!asked) return;
    const { board, closed } = asked;
    const mine = (pending = new AbortController());
    try {
      const answer = await context.api.ask("solve", { ...boardFields(board), closed, first_look: true }, { signal: mine.signal });
      if (pending !== mine) return;
      tell(answer.exists, answer.reason, marksOf(board, answer));
      if (head.textContent !== said) context.announce(`${head.textContent}. ${reason.textContent}`);
      said = head.textContent;
    } catch {
      // Cancelled, or no server: what the page knows by itself is already there.
    }
  }

  function halt() {
    askSoon.cancel();
    pending?.abort();
    pending = null;
  }

  return {
    element,
    /** Judge a board. @param {import("../core/board.js").Board} board @param {boolean} closed */
    show(board, closed) {
      halt(); // a board may follow another so soon that the server was not asked about that one yet
      asked = { board, closed };
      const look = firstLook(board, closed);
      showColours(look.colours);
      tell(look.exists, look.reason, new Map(look.squares.map((n) => [n, { kind: "ringed", words: "too few moves" }])));
      if (canAskAbout(board)) askSoon();
    },
    halt,
  };
}

/** Whether the server judges and trims a board. @param {import("../core/board.js").Board} board */
export function canAskAbout({ area }) {
  return area <= MOST_ASKED;
}

/** The squares of a verdict, as marks. */
function marksOf(board, { squares = [], certificate = null }) {
  const marks = new Map();
  const put = (pairs, kind, words) => {
    for (const pair of pairs) marks.set(fromPair(board, pair), { kind, words });
  };
  put(squares, "ringed", "part of the reason");
  if (certificate?.kind === "bottleneck") {
    put(certificate.neighbours, "near", "neighbour of the bottleneck");
    put(certificate.squares, "blocked", "in the bottleneck");
  }
  if (certificate?.kind === "separator") {
    certificate.pieces.forEach((piece, k) => put(piece, `piece${(k % 6) + 1}`, `piece ${k + 1}`));
    put(certificate.removed, "cut", "separates the pieces");
  }
  return marks;
}
