/** What is shown instead of a game on a board that is too large for one. */

import { el } from "../core/dom.js";
import { tellTooLarge } from "./words.js";

/** @param {{onPlay: () => void}} how  called to play on 8x8 */
export function makeTooLarge({ onPlay }) {
  const reason = el("p");
  const beside = el("p");
  const play = el("button", { type: "button", class: "main", text: "Play 8x8", onclick: onPlay });
  return {
    element: el("div", { class: "play-too-large" },
      el("h2", { text: "This board is too large to play" }), reason, play), // prettier-ignore
    words: beside,
    /** @param {import("../core/board.js").Board} board @param {number} most */
    show(board, most) {
      reason.textContent = tellTooLarge(board, most);
      beside.textContent = reason.textContent;
    },
  };
}
