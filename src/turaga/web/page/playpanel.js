// The panel beside the board of a game: its state, the buttons, the last message, and the saved games. It
// only displays; the rules are in game.js.

import { el, checkBox, freshId } from "./dom.js";

/**
 * @typedef {object} Action  a button, or a link if it has `href`
 * @property {string} label
 * @property {() => void} [run]
 * @property {string} [href]
 */
/**
 * @typedef {object} Note  the last message
 * @property {"plain" | "hint" | "refused" | "thinking" | "lost" | "won"} kind
 * @property {string} words
 * @property {Action[]} [actions]
 */
/**
 * @typedef {object} View  everything that the panel shows
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
  ["Arrow keys", "select a square; Home, End, Page Up and Page Down go to the edges"],
  ["Enter, Space", "move the knight to the selected square"],
  ["t, Shift+t", "select the next or previous possible move"],
  ["u, Backspace", "undo the last step (or Ctrl+z)"],
  ["r", "redo the step you undid (or Ctrl+y)"],
  ["h", "get a hint: where to go, or how far to go back; Escape cancels it"],
  ["d", "show or hide degrees: how many unvisited squares are a move away"],
  ["n", "start a new game; the current one is saved"],
];

/**
 * @param {object} actions
 * @param {() => void} actions.undo
 * @param {() => void} actions.redo
 * @param {() => void} actions.hint
 * @param {() => void} actions.renew
 * @param {(text: string) => boolean} actions.typed  called with a typed square; returns whether the move was
 *   made
 * @param {(name: "degrees" | "numbers" | "lines", on: boolean) => void} actions.toggle
 * @param {() => {words: string, label: string, run: () => void}[]} actions.listGames
 */
export function makePanel(actions) {
  const headline = el("p", { class: "outcome-head" });
  const words = el("p", { class: "outcome-text" });
  const turn = el("div", { class: "outcome told play-turn" }, headline, words);

  const button = (/** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ run) =>
    el(
      "button",
      { type: "button", class: "action-button", "aria-keyshortcuts": key, onclick: run },
      el("span", { text: label }),
    );
  const undo = button("Undo", "u", actions.undo);
  const redo = button("Redo", "r", actions.redo);
  const hint = button("Hint", "h", actions.hint);
  const renew = button("New", "n", actions.renew);
  renew.setAttribute("aria-label", "New game");
  const group = { class: "actions", role: "group", "aria-label": "Actions" };
  const row = el("div", group, undo, redo, hint, renew);

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
    degrees: checkBox("Degrees", { onchange: (on) => actions.toggle("degrees", on) }),
    numbers: checkBox("Numbers", { onchange: (on) => actions.toggle("numbers", on) }),
    lines: checkBox("Line", { onchange: (on) => actions.toggle("lines", on) }),
  };
  const shown = el(
    "div",
    { class: "switches", role: "group", "aria-label": "Show on the board" },
    ...Object.values(switches).map((box) => box.element),
  );

  const field = el("input", {
    id: freshId("square"),
    type: "text",
    class: "square-field",
    placeholder: "1,1 or a1",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: "12",
    size: "10",
  });
  const typing = el(
    "form",
    { class: "typing field", onsubmit: submit },
    el("label", { for: field.id, text: "Move to a square" }),
    el("span", { class: "typing-row" }, field, el("button", { type: "submit", text: "Go" })),
  );

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    if (actions.typed(field.value)) field.value = "";
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
    const found = actions.listGames().map(({ words: said, label, run }) =>
      el(
        "li",
        {},
        el("span", { text: said }),
        el("button", { type: "button", text: label, "aria-label": `${label}: ${said}`, onclick: run }),
      ),
    );
    const empty = "You have no other games. Each board has its own saved game.";
    const none = el("li", { class: "none", text: empty });
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
     * Show this view. Returns whether the button that had the focus was removed.
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
        one.setAttribute("aria-disabled", String(!can)); // not `disabled`, which would lose the focus
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
