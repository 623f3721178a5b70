/** A field for the leaper that moves on the board. The knight is 1,2. */

import { makeBoard } from "../core/board.js";
import { el, freshId } from "../core/dom.js";
import { parseLeaper } from "../core/view.js";

/** @typedef {import("../core/board.js").Board} Board */

/** @param {{onChange: (board: Board) => void}} how  `onChange` gets the same board with the other leaper */
export function makeLeaperField({ onChange }) {
  /** @type {Board | null} */
  let board = null;
  const id = freshId("leaper");
  const note = el("p", { class: "wrong", role: "status", id: `${id}-wrong` });
  const help = el("p", {
    class: "note", id: `${id}-help`,
    text: "How far the piece jumps: a squares one way, b across. The knight is 1,2.",
  }); // prettier-ignore
  const input = el("input", {
    type: "text", id, maxlength: 7, autocomplete: "off", spellcheck: "false",
    "aria-describedby": `${help.id} ${note.id}`, onchange: take,
  }); // prettier-ignore

  function take() {
    const leaper = parseLeaper(input.value);
    if (!leaper) {
      input.setAttribute("aria-invalid", "true");
      note.textContent = `“${input.value}” is not a leaper: type two whole numbers from 0 to 60, such as 2,3, not both 0.`;
      return;
    }
    const { rows, cols, holes } = board;
    onChange(makeBoard({ rows, cols, holes, leaper }));
  }

  return {
    element: el("div", { class: "field leaper-field" }, el("label", { for: id, text: "Leaper" }), input, note, help),
    /** @param {Board} now */
    show(now) {
      board = now;
      input.value = now.leaper.join(",");
      input.removeAttribute("aria-invalid");
      note.textContent = "";
    },
  };
}
