/** Why there is a tour or not: the argument in steps that point at squares of the board. */

import { el, freshId } from "../core/dom.js";
import { boardName, splitSquares } from "../core/names.js";
import { sentence } from "../core/words.js";
import { marksFrom, strokesFrom } from "../player/marks.js";
import { endFields, wanted } from "./question.js";
import { squareText } from "./squaretext.js";

/** @typedef {import("./question.js").Question} Question */

/**
 * @param {{api: any, announce: (text: string) => void, onMarks: (shown: {marks: Map<number, any>, strokes: any[]} | null) => void,
 *   onPoint: (n: number | null) => void}} how
 *   `onMarks` gets what the board shows during a step, and null when the argument is closed.
 */
export function makeProof({ api, announce, onMarks, onPoint }) {
  const titleId = freshId("proof");
  const title = el("h3", { id: titleId, tabindex: -1 });
  const verdict = el("p", { class: "proof-verdict" });
  const place = el("p", { class: "note proof-place" });
  const text = el("p", { class: "proof-text" });
  const back = el("button", { type: "button", text: "Back", onclick: () => go(at - 1) });
  const next = el("button", { type: "button", class: "main", text: "Next", onclick: () => go(at + 1) });
  const controls = el("div", { class: "proof-controls", role: "group", "aria-label": "Argument" }, back, next, place);
  const source = el("p", { class: "note" });
  const element = el("section", { class: "proof", "aria-labelledby": titleId, hidden: true },
    title, verdict, controls, text, source); // prettier-ignore
  /** @type {Question | null} */
  let question = null;
  let steps = [];
  let at = 0;
  let pending = new AbortController();

  /** @param {number} to @param {{quiet?: boolean}} [how] */
  function go(to, { quiet = false } = {}) {
    at = Math.max(0, Math.min(steps.length - 1, to));
    const step = steps[at];
    const { board } = question;
    text.replaceChildren(...squareText(board, splitSquares(board, step.text), onPoint));
    place.textContent = steps.length > 1 ? `Part ${at + 1} of ${steps.length}` : "";
    controls.hidden = steps.length < 2;
    back.disabled = at === 0;
    next.disabled = at === steps.length - 1;
    if (next.disabled && document.activeElement === document.body) back.focus();
    onMarks({ marks: marksFrom(board, step), strokes: strokesFrom(board, step.moves, "forced") });
    if (!quiet) element.scrollIntoView({ block: "nearest" });
    if (!quiet) announce(`${place.textContent}. ${text.textContent}`);
  }

  function clear() {
    pending.abort();
    element.hidden = true;
    steps = [];
  }

  return {
    element,
    clear,
    /** Redraw the texts, because squares have other names now. */
    rename() {
      if (!element.hidden && steps.length) go(at, { quiet: true });
    },
    get isOpen() {
      return !element.hidden && steps.length > 0;
    },
    /**
     * Ask why there is a tour or not, and show it.
     * @param {Question} asked
     * @param {{focus?: boolean, withVerdict?: boolean}} [how]
     */
    async ask(asked, { focus = false, withVerdict = true } = {}) {
      clear();
      question = asked;
      const mine = (pending = new AbortController());
      let told;
      try {
        const body = { ...endFields(asked), why: true, form: "moves" };
        told = (await api.ask("solve", body, { signal: mine.signal })).explanation;
      } catch (error) {
        if (mine.signal.aborted) return;
        told = { exists: null, reason: error.message, steps: [], source: "", construction: "" };
      }
      const { board } = asked;
      const answer = told.exists === null ? "It is not known" : told.exists ? "Yes" : "No";
      title.textContent = `Is there a ${wanted(asked, boardName(board))}?`;
      title.hidden = !withVerdict;
      verdict.hidden = !withVerdict;
      const whole = sentence(told.reason ? `${answer}: ${told.reason}` : answer);
      verdict.replaceChildren(...squareText(board, splitSquares(board, whole), onPoint));
      steps = told.steps;
      const notes = [told.construction && sentence(told.construction), told.source && `Source: ${sentence(told.source)}`];
      source.textContent = notes.filter(Boolean).join(" ");
      element.hidden = !withVerdict && !steps.length;
      text.hidden = controls.hidden = !steps.length;
      if (steps.length) go(0, { quiet: true });
      announce([withVerdict ? verdict.textContent : "", text.textContent].join(" "));
      if (focus) title.focus();
    },
  };
}
