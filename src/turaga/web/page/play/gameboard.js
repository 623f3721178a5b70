/** The board of a game: what it shows, and what a click, a drop or a key on it means. */

import { makeBoardView } from "../board/view.js";
import { el } from "../core/dom.js";
import * as rules from "./game.js";
import { meantTarget, sceneOfGame, sceneOfReplay, seeGame } from "./scene.js";
import { squareLabel } from "./words.js";

/** @typedef {import("../core/board.js").Board} Board */

const REFUSED = 1400; // milliseconds for which a refused square is marked

/**
 * @param {object} how
 * @param {Board} how.board
 * @param {import("./session.js").Now} how.now
 * @param {import("./prefs.js").Prefs} how.prefs
 * @param {() => number | null} how.getStart  the start in the other modes
 * @param {(square: number) => void} how.onGo  called with the square that the player wants to go to
 */
export function makeGameBoard({ board, now, prefs, getStart, onGo }) {
  let forgetting = 0;
  let seen = seeGame(now.game, prefs, null);

  const view = makeBoardView({
    board,
    label: "Game board",
    onPick: (/** @type {number} */ n, /** @type {{row: number, col: number} | null} */ place) =>
      onGo(place ? meantTarget(now.game, n, view.pixels, place) : n),
    canDrag: (/** @type {number} */ n) =>
      n === rules.knightOf(now.game) && rules.stateOf(now.game) === "playing",
    onDrop(/** @type {number} */ from, /** @type {number} */ to) {
      if (from !== to && from === rules.knightOf(now.game)) onGo(to);
    },
  });
  const invitation = el("p", {
    class: "play-invitation", "aria-hidden": "true", text: "Choose a square to start",
  }); // prettier-ignore
  const box = el("div", { class: "board-box play-box" }, view.element, invitation);

  const cellLabel = (/** @type {number} */ n) => squareLabel(now.game, n, seen);

  /** Show the game. With `glide`, the knight moves from where it was. */
  function draw({ glide = false } = {}) {
    seen = seeGame(now.game, prefs, now.hint);
    const scene = sceneOfGame(now.game, seen, prefs, { ...now, suggested: getStart() });
    view.draw({ ...scene, cellLabel }, { glide });
    invitation.hidden = seen.state !== "choosing";
  }

  return {
    box,
    draw,
    setBoard: view.setBoard,
    renameSquares: view.renameSquares,
    sweep: view.sweep,

    /** Show a finished tour up to a step. @param {number} step */
    drawReplay(step) {
      view.draw({ ...sceneOfReplay(now.game, step, prefs.numbers), cellLabel }, { glide: true });
    },

    get hasFocus() {
      return view.element.contains(document.activeElement);
    },

    /** Put the focus on the knight. */
    focusKnight: () => view.focus(rules.knightOf(now.game) ?? 0),

    /** Put the focus on the next or previous possible move. @param {1 | -1} step */
    focusTarget(step) {
      const targets = rules.targetsOf(now.game);
      if (!targets.length) return;
      const focused = document.activeElement?.closest("[data-n]")?.getAttribute("data-n");
      const at = targets.indexOf(Number(focused ?? -1));
      const to = at < 0 ? (step > 0 ? 0 : targets.length - 1) : (at + step + targets.length) % targets.length;
      view.focus(targets[to]);
    },

    /** Mark the refused square shortly. `redraw` is called when the mark goes. @param {() => void} redraw */
    markRefused(redraw) {
      clearTimeout(forgetting);
      const square = now.refused;
      const cell = box.querySelector(`[data-n="${square}"]`);
      cell?.classList.add("refused");
      forgetting = window.setTimeout(() => {
        cell?.classList.remove("refused");
        if (now.refused === square) now.refused = null;
        redraw();
      }, REFUSED);
    },
  };
}
