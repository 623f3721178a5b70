/** How to play, in three sentences and a picture. Shown to a first-time visitor until it is closed. */

import { KNIGHT_BODY, KNIGHT_HEIGHT } from "../board/knight.js";
import { stepsOf } from "../core/board.js";
import { el, svg } from "../core/dom.js";
import { tellPiece } from "./words.js";

const UNIT = 20;

/**
 * @param {{isNew: boolean, onClose: () => void}} how  `isNew`: whether the visitor has never closed the help.
 *   Then it is shown early in a game. `onClose` is called when they close it.
 */
export function makeHelp({ isNew, onClose }) {
  let isWanted = false; // whether the visitor has opened it
  let isEarly = true;
  const picture = el("div", { class: "help-picture" });
  const moves = el("p");
  const card = el(
    "section",
    { class: "play-help", "aria-label": "How to play" },
    picture,
    el("div", { class: "help-words" },
      moves,
      el("p", { text: "Visit every square exactly once: the dots show where you can go next." }),
      el("p", { text: "If you get stuck, go back, or ask for a hint. Hints are never wrong." }),
      el("button", { type: "button", class: "help-close", text: "Got it", onclick: () => set(false) })),
  ); // prettier-ignore
  const open = el("button", {
    type: "button", class: "quiet help-open", text: "How to play", onclick: () => set(true),
  }); // prettier-ignore

  function set(/** @type {boolean} */ on) {
    isWanted = on;
    if (!on) {
      isNew = false;
      onClose();
    }
    show();
    (on ? card.querySelector("button") : open).focus();
  }

  function show() {
    const isOpen = isWanted || (isNew && isEarly);
    card.hidden = !isOpen;
    open.hidden = isOpen;
  }

  show();
  return {
    card,
    open,
    /** @param {boolean} on  whether the game has just begun */
    setEarly(on) {
      isEarly = on;
      show();
    },
    /** Explain the moves on this board. @param {import("../core/board.js").Board} board */
    setBoard({ leaper }) {
      moves.textContent = tellPiece(/** @type {any} */ ({ leaper }));
      picture.replaceChildren(drawMoves(leaper));
    },
  };
}

const MOST_DRAWN = 4; // squares from the middle to the edge

/** A small board with the piece and its moves. @param {readonly number[]} leaper */
function drawMoves(leaper) {
  const reach = Math.min(MOST_DRAWN, Math.max(2, leaper[1]));
  const side = 2 * reach + 1;
  const dark = [];
  for (let n = 0; n < side * side; n++) {
    const [row, col] = [Math.floor(n / side), n % side];
    if ((row + col) % 2) dark.push(`M${col * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`);
  }
  const middle = (reach + 0.5) * UNIT;
  const dots = stepsOf(leaper)
    .filter(([down, right]) => Math.max(Math.abs(down), Math.abs(right)) <= reach)
    .map(([down, right]) => ({ cx: middle + right * UNIT, cy: middle + down * UNIT, r: UNIT * 0.24 }))
    .map((place) => svg("circle", { class: "help-dot", ...place }));
  const knight = svg("path", {
    class: "help-knight", "fill-rule": "evenodd", d: KNIGHT_BODY,
    transform: `translate(${middle} ${middle}) scale(${(UNIT * 0.84) / KNIGHT_HEIGHT})`,
  }); // prettier-ignore
  return svg(
    "svg",
    { viewBox: `0 0 ${side * UNIT} ${side * UNIT}`, "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "help-light", width: side * UNIT, height: side * UNIT }),
    svg("path", { class: "help-dark", d: dark.join("") }),
    ...dots,
    knight,
  );
}
