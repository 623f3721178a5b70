/** A field for the start of both walks. */

import { el, freshId } from "../core/dom.js";
import { nameOf, parseSquare, sizeName } from "../core/names.js";

/** @param {{onStart: (n: number) => void}} how */
export function makeStartField({ onStart }) {
  let board = null;
  let start = null;
  const id = freshId("start");
  const wrong = el("p", { class: "wrong", role: "status", id: `${id}-wrong` });
  const input = el("input", {
    id, type: "text", class: "square-field", size: 7, maxlength: 9, autocomplete: "off", spellcheck: "false",
    autocapitalize: "off", "aria-describedby": wrong.id, onchange: take,
  }); // prettier-ignore
  const label = el("label", { for: id, text: "Start: type a square, or click one" });
  const element = el("div", { class: "field" }, label, input, wrong);

  function take() {
    const n = parseSquare(input.value, board);
    const like = `type ${nameOf(board, start)} or a similar name`;
    say(n === null ? `“${input.value}” is not a square of ${sizeName(board)}: ${like}.` : "");
    if (n !== null) onStart(n);
  }

  function say(text) {
    wrong.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  return {
    element,
    /** @param {import("../core/board.js").Board} nextBoard @param {number} n */
    show(nextBoard, n) {
      board = nextBoard;
      start = n;
      input.value = nameOf(board, n);
      say("");
    },
  };
}
