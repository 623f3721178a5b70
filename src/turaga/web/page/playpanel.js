// What stands beside the board of a game: how it stands, what can be done, what was said, and the games kept.
// It shows what it is told and knows no rules.

import { el, checkBox, freshId } from "./dom.js";

/**
 * @typedef {object} Action  a button, or a link where there is an address
 * @property {string} label
 * @property {() => void} [run]
 * @property {string} [href]
 */
/**
 * @typedef {object} Note  what was said last
 * @property {"plain" | "hint" | "refused" | "thinking" | "lost" | "won"} kind
 * @property {string} words
 * @property {Action[]} [actions]
 */
/**
 * @typedef {object} View  all that the panel shows
 * @property {string} state
 * @property {string} headline
 * @property {string} words
 * @property {Note | null} note
 * @property {string} time
 * @property {string} visited
 * @property {string} undos
 * @property {string} hints
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {boolean} canHint
 * @property {boolean} thinking
 */

const KEYS = [
  ["arrow keys", "move over the board; Home and End, Page up and Page down to its edges"],
  ["Enter, Space", "go to the square"],
  ["t, Shift+t", "jump among the squares you may go to"],
  ["u, Backspace", "undo: take back the last square (Ctrl+z too)"],
  ["r", "redo: go again where you took back (Ctrl+y too)"],
  ["h", "hint: where to go, or how far to go back; Escape leaves it"],
  ["d", "show or hide degrees: how many ways on each free square has"],
  ["n", "new game; the one before is put aside"],
];

/**
 * @param {object} deeds
 * @param {() => void} deeds.undo
 * @param {() => void} deeds.redo
 * @param {() => void} deeds.hint
 * @param {() => void} deeds.renew
 * @param {(text: string) => boolean} deeds.typed  a square was typed; whether it could be gone to
 * @param {(name: "degrees" | "numbers" | "lines", on: boolean) => void} deeds.toggle
 * @param {() => {words: string, label: string, run: () => void}[]} deeds.listGames
 */
export function makePanel(deeds) {
  const headline = el("p", { class: "outcome-head" });
  const words = el("p", { class: "outcome-text" });
  const turn = el("div", { class: "outcome told play-turn" }, headline, words);

  const button = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ run) =>
    el(
      "button",
      { type: "button", class: "deed", "aria-keyshortcuts": key, onclick: run },
      el("span", { text: label }),
    );
  const undo = button("Undo", "u", deeds.undo);
  const redo = button("Redo", "r", deeds.redo);
  const hint = button("Hint", "h", deeds.hint);
  const renew = button("New", "n", deeds.renew);
  renew.setAttribute("aria-label", "New game");
  const row = el("div", { class: "deeds", role: "group", "aria-label": "Moves" }, undo, redo, hint, renew);

  const noteWords = el("p", { class: "note-words" });
  const noteActions = el("div", { class: "note-actions" });
  const note = el("div", { class: "play-note aside" }, noteWords, noteActions);

  const facts = new Map(["Time", "Visited", "Undos", "Hints"].map((name) => [name, el("dd")]));
  const figures = el(
    "dl",
    { class: "play-facts" },
    ...[...facts].map(([name, value]) => el("div", {}, el("dt", { text: name }), value)),
  );

  const switches = {
    degrees: checkBox("Degrees", { onchange: (on) => deeds.toggle("degrees", on) }),
    numbers: checkBox("Numbers", { onchange: (on) => deeds.toggle("numbers", on) }),
    lines: checkBox("Line", { onchange: (on) => deeds.toggle("lines", on) }),
  };
  const shown = el(
    "div",
    { class: "switches", role: "group", "aria-label": "Shown on the board" },
    ...Object.values(switches).map((box) => box.element),
  );

  const field = el("input", {
    id: freshId("square"),
    type: "text",
    class: "square-field",
    placeholder: "3,2 or c6",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "12",
    size: "10",
  });
  const typing = el(
    "form",
    { class: "typing field", onsubmit: submit },
    el("label", { for: field.id, text: "Go to a square" }),
    el("span", { class: "typing-row" }, field, el("button", { type: "submit", text: "Go" })),
  );

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (deeds.typed(field.value)) field.value = "";
    else field.select();
  }

  const keys = el(
    "details",
    { class: "keys" },
    el("summary", { text: "Keys" }),
    el("dl", {}, ...KEYS.flatMap(([key, what]) => [el("dt", { text: key }), el("dd", { text: what })])),
  );
  const list = el("ul");
  const games = el(
    "details",
    { class: "games", ontoggle: () => games.open && fillGames() },
    el("summary", { text: "Your games" }),
    list,
  );

  function fillGames() {
    const found = deeds.listGames().map(({ words: said, label, run }) =>
      el(
        "li",
        {},
        el("span", { text: said }),
        el("button", { type: "button", text: label, "aria-label": `${label}: ${said}`, onclick: run }),
      ),
    );
    const none = el("li", { class: "none", text: "None but this one. One is kept of each board." });
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...(found.length ? found : [none]));
    if (hadFocus) games.querySelector("summary").focus();
  }

  /** @param {Note | null} said */
  function showNote(said) {
    note.dataset.kind = said?.kind ?? "";
    noteWords.textContent = said?.words ?? "";
    const hadFocus = noteActions.contains(document.activeElement);
    noteActions.replaceChildren(
      ...(said?.actions ?? []).map(({ label, run, href }) =>
        href
          ? el("a", { class: "action", href, text: label })
          : el("button", { type: "button", class: "action", text: label, onclick: run }),
      ),
    );
    return hadFocus;
  }

  /** @type {Note | null | undefined} */
  let noteShown;

  return {
    turn,
    row,
    tools: el("div", { class: "play-tools" }, row),
    said: note,
    figures,
    shown,
    typing,
    more: el("div", { class: "play-more" }, keys, games),
    field,

    /**
     * Show all this; whether the button that had the focus is gone.
     * @param {View} view
     * @returns {boolean}
     */
    show(view) {
      turn.dataset.state = view.state;
      headline.textContent = view.headline;
      words.textContent = view.words;
      for (const [one, can] of /** @type {[HTMLElement, boolean][]} */ ([
        [undo, view.canUndo],
        [redo, view.canRedo],
        [hint, view.canHint],
      ])) {
        one.setAttribute("aria-disabled", String(!can)); // and not `disabled`, which would drop the focus
      }
      hint.classList.toggle("thinking", view.thinking);
      facts.get("Time").textContent = view.time;
      facts.get("Visited").textContent = view.visited;
      facts.get("Undos").textContent = view.undos;
      facts.get("Hints").textContent = view.hints;
      if (games.open) fillGames();
      if (view.note === noteShown) return false;
      noteShown = view.note;
      return showNote(view.note);
    },

    /** @param {string} time */
    showTime(time) {
      facts.get("Time").textContent = time;
    },

    /** @param {Record<"degrees" | "numbers" | "lines", boolean>} on */
    setSwitches(on) {
      for (const name of /** @type {("degrees" | "numbers" | "lines")[]} */ (Object.keys(on))) {
        switches[name].input.checked = on[name];
      }
    },
  };
}
