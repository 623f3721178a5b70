/** The tab Explain: the outcome, why a walk failed or no tour exists, the current step in words, and the moves. */

import { el } from "../core/dom.js";
import { currentOptions } from "../core/server.js";
import { makeMoveList } from "../player/movelist.js";
import { squareText } from "./squaretext.js";

const STILL_ASKING = "It will be asked again as soon as it responds. Walks by the rule go on meanwhile.";
const DEGREE = "The degree of a square: how many unvisited squares are one move away.";
const [USUAL_SIDE, USUAL_SQUARES] = [60, 2500]; // limits of other modes, unless the server reports others
const WORDS_WAIT = 90; // milliseconds between two changes of the words while a walk is playing

/**
 * @param {{lostBox: HTMLElement, proof: HTMLElement, onWhy: () => void, onAgain: () => void,
 *   onStep: (step: number) => void, onPoint: (n: number | null) => void, go: (mode: string) => void}} how
 */
export function makeExplain({ lostBox, proof, onWhy, onAgain, onStep, onPoint, go }) {
  const head = el("h2", { class: "outcome-head", tabindex: -1 });
  const text = el("p", { class: "outcome-text" });
  const note = el("p", { class: "outcome-note", role: "status" });
  const why = el("button", { type: "button", text: "Is there a tour at all?", hidden: true, onclick: onWhy });
  const again = el("button", {
    type: "button", text: "Try again", hidden: true,
    onclick: () => {
      head.focus(); // the button disappears when it is pressed
      onAgain();
    },
  }); // prettier-ignore
  const outcome = el("section", { class: "outcome", role: "region", "aria-label": "Outcome" },
    head, lostBox, text, note, el("div", { class: "outcome-buttons" }, again, why), proof); // prettier-ignore
  const says = el("section", { class: "says", role: "region", "aria-label": "Current step" });
  const moves = makeMoveList({ onStep });
  const final = el("p", { class: "note", text: "The finished walk:", hidden: true });
  const link = (/** @type {string} */ label, /** @type {string} */ mode) =>
    el("button", { type: "button", class: "quiet", text: label, onclick: () => go(mode) });
  const links = {
    play: link("Play this board", "play"), compare: link("Compare this rule", "compare"),
    map: link("Map this rule", "map"), count: link("Count this board", "count"),
  }; // prettier-ignore
  const carry = el("nav", { class: "carry", "aria-label": "Use this board elsewhere" }, ...Object.values(links));
  let shownAt = 0;
  let timer = 0;

  /** @param {string} kind @param {string} headline @param {string} words */
  function put(kind, headline, words) {
    outcome.className = `outcome ${kind}`;
    outcome.removeAttribute("aria-busy");
    head.textContent = headline;
    text.textContent = words;
    note.textContent = "";
    again.hidden = true;
    why.hidden = true;
  }

  return {
    element: el("div", { class: "explain" }, outcome, says, final, moves.element, carry),
    /** @param {import("./outcome.js").Words} words @param {{canAsk?: boolean}} [how] whether to offer the
     * question of whether there is a tour */
    tell(words, { canAsk = false } = {}) {
      put(words.kind, words.head, words.text);
      why.hidden = !canAsk;
    },
    /** The question is being answered: what is shown belongs to the last one. */
    wait() {
      outcome.setAttribute("aria-busy", "true");
      note.textContent = "";
      again.hidden = true;
    },
    /** There is no answer. What is on the board stays. @param {any} error @param {boolean} isEmpty */
    fail(error, isEmpty) {
      const words = error.status === 0 ? `The solver is not responding. ${STILL_ASKING}` : error.message;
      if (isEmpty) put("failed", "No result", words);
      else {
        outcome.removeAttribute("aria-busy");
        note.textContent = `${words} What you see is the walk before that.`;
      }
      again.hidden = error.status === 422; // the same request would fail again
    },
    /** Add a remark about the outcome. @param {string} words */
    remark(words) {
      note.textContent = words;
    },
    hideWhy() {
      why.hidden = true;
    },
    /** @param {import("../core/board.js").Board} board @param {ArrayLike<number>} path @param {boolean} isFinal
     * whether `path` is the result of frames that show other walks */
    setWalk(board, path, isFinal) {
      moves.setWalk(board, path);
      final.hidden = !isFinal;
      const limits = currentOptions().limits;
      const isWide = (/** @type {string} */ name) => Math.max(board.rows, board.cols) > (limits[name] ?? USUAL_SIDE);
      links.play.hidden = board.size > (limits.hint_most_squares ?? USUAL_SQUARES);
      links.compare.hidden = links.map.hidden = isWide("walk_most_side");
      links.count.hidden = isWide("count_most_side");
      carry.hidden = Object.values(links).every(({ hidden }) => hidden);
    },
    /**
     * Describe a frame. While a walk is playing quickly, not every frame is described.
     * @param {import("../core/board.js").Board} board
     * @param {() => (string | number)[][]} parts
     * @param {{step: number, playing: boolean}} how  `step` is highlighted in the list of moves; 0 for none
     */
    describe(board, parts, { step, playing }) {
      clearTimeout(timer);
      moves.show(step);
      const due = shownAt + WORDS_WAIT - performance.now();
      const put = () => {
        shownAt = performance.now();
        const lines = parts().map((line, k) => (k ? line : withoutStep(line)));
        says.replaceChildren(...lines.map((line) => el("p", {}, ...squareText(board, line, onPoint))));
        if (lines.flat().some((part) => String(part).includes("degree"))) says.append(el("p", { class: "note", text: DEGREE }));
        says.hidden = !lines.length;
      };
      if (playing && due > 0) timer = setTimeout(put, due);
      else put();
    },
  };
}

/** The first sentence without "Step 12: ", which the player shows already. @param {(string | number)[]} line */
function withoutStep([first, ...rest]) {
  if (typeof first !== "string") return [first, ...rest];
  const words = first.replace(/^Step [\d,]+: /, "");
  return [words.charAt(0).toUpperCase() + words.slice(1), ...rest];
}
