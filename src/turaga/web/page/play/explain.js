/** The tab that says how the game stands: headline, what can be done now, the last message, and the moves. */

import { el } from "../core/dom.js";

/**
 * @typedef {object} ExplainView
 * @property {string} state
 * @property {string} headline
 * @property {string} words
 * @property {import("./notes.js").Note | null} note
 * @property {string} time
 * @property {string} visited
 * @property {string} undos
 * @property {string} hints
 * @property {import("./notes.js").Action[]} starts  what to do before the start is chosen
 */

/**
 * @param {{help: {card: HTMLElement, open: HTMLElement}, moves: HTMLElement}} parts
 */
export function makeExplain({ help, moves }) {
  const headline = el("h2", { class: "play-headline" });
  const words = el("p", { class: "play-words" });
  const noteWords = el("p", { class: "note-words" });
  const noteActions = el("div", { class: "note-actions" });
  const note = el("div", { class: "play-note" }, noteWords, noteActions);
  const startChips = el("div", { class: "chips", role: "group", "aria-label": "Where to start" });
  const starts = el("div", { class: "play-starts" }, el("p", { text: "Or try:" }), startChips);

  const facts = new Map(["Time", "Visited", "Undos", "Hints"].map((name) => [name, el("dd")]));
  const figures = el(
    "dl",
    { class: "play-facts" },
    ...[...facts].map(([name, value]) => el("div", {}, el("dt", { text: name }), value)),
  );
  const element = el(
    "div",
    { class: "play-explain" },
    el("div", { class: "play-turn" }, headline, words), note, starts, help.card, figures, moves, help.open,
  ); // prettier-ignore

  /** @param {import("./notes.js").Action} action */
  const button = ({ label, run, href, main }) =>
    href
      ? el("a", { class: "action", href, text: label })
      : el("button", { type: "button", class: main ? "main" : "", text: label, onclick: run });

  let shown = ""; // the note and the notation it is in
  /** @type {import("./notes.js").Note | null | undefined} */
  let noteShown;

  /** Returns whether the button that had the focus is gone. @param {import("./notes.js").Note | null} said */
  function showNote(said) {
    const text = said?.text() ?? "";
    if (said === noteShown && text === shown) return false;
    noteShown = said;
    shown = text;
    note.dataset.kind = said?.kind ?? "";
    note.hidden = !said;
    noteWords.textContent = text;
    const hadFocus = noteActions.contains(document.activeElement);
    noteActions.replaceChildren(...(said?.actions ?? []).map(button));
    return hadFocus;
  }

  return {
    element,
    /** Show this. Returns whether the button that had the focus is gone. @param {ExplainView} view */
    show(view) {
      element.dataset.state = view.state;
      headline.textContent = view.headline;
      words.textContent = view.words;
      facts.get("Time").textContent = view.time;
      facts.get("Visited").textContent = view.visited;
      facts.get("Undos").textContent = view.undos;
      facts.get("Hints").textContent = view.hints;
      figures.hidden = view.state === "choosing";
      const hadFocus = starts.contains(document.activeElement);
      starts.hidden = view.state !== "choosing";
      startChips.replaceChildren(...view.starts.map((one) => {
        const made = button(one);
        made.classList.add("chip");
        return made;
      })); // prettier-ignore
      return showNote(view.note) || hadFocus;
    },
    /** @param {string} time */
    showTime(time) {
      facts.get("Time").textContent = time;
    },
  };
}
