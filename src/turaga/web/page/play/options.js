/** The tab with what the board shows, typing a square, the player's other games, and the keys. */

import { checkBox, el, freshId } from "../core/dom.js";
import { nameOf } from "../core/names.js";
import { KEYS } from "./keys.js";

/** @typedef {"numbers" | "lines" | "degrees"} Switch */
const SWITCHES = /** @type {[Switch, string][]} */ ([
  ["numbers", "Numbers"],
  ["lines", "Line"],
  ["degrees", "Degrees: how many unvisited squares are a move away"],
]);

/**
 * @param {object} actions
 * @param {(text: string) => boolean} actions.typed  called with a typed square; returns whether the move was
 *   made
 * @param {(name: Switch, on: boolean) => void} actions.toggle
 * @param {() => {words: string, label: string, run: () => void}[]} actions.listGames
 */
export function makeOptions(actions) {
  const boxes = Object.fromEntries(
    SWITCHES.map(([name, label]) => [name, checkBox(label, { onchange: (on) => actions.toggle(name, on) })]),
  );
  const shown = el(
    "fieldset",
    { class: "play-switches" },
    el("legend", { text: "Show on the board" }),
    ...Object.values(boxes).map((box) => box.element),
  );

  const field = el("input", {
    id: freshId("square"), type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    maxlength: 12, size: 10,
  }); // prettier-ignore
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

  const list = el("ul");
  const games = el(
    "details",
    { class: "play-games", ontoggle: () => games.open && fillGames() },
    el("summary", { text: "Your games" }),
    list,
  );
  const keys = el(
    "details",
    { class: "play-keys" },
    el("summary", { text: "Keys" }),
    el("dl", {}, ...KEYS.flatMap(([key, what]) => [el("dt", { text: key }), el("dd", { text: what })])),
  );

  function fillGames() {
    const found = actions.listGames().map(({ words, label, run }) =>
      el("li", {},
        el("span", { text: words }),
        el("button", { type: "button", text: label, "aria-label": `${label}: ${words}`, onclick: run })),
    ); // prettier-ignore
    const empty = "You have no other games. Each board has its own saved game.";
    const none = el("li", { class: "none", text: empty });
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...(found.length ? found : [none]));
    if (hadFocus) games.querySelector("summary").focus();
  }

  return {
    element: el("div", { class: "play-options" }, shown, typing, games, keys),
    /** @param {Record<Switch, boolean>} on @param {import("../core/board.js").Board} board */
    show(on, board) {
      for (const [name] of SWITCHES) boxes[name].input.checked = on[name];
      field.placeholder = nameOf(board, board.holes ? board.holes.indexOf(0) : 0);
      if (games.open) fillGames();
    },
  };
}
