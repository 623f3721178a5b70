/** After a failed walk: the move after which no tour was possible any more, and how to go on from there. */

import { boardFields, fromPair, toPair } from "../core/board.js";
import { el } from "../core/dom.js";
import { pairName, renamed } from "../core/names.js";
import { squareText } from "./squaretext.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {{kind: string, step: number, square: number | null, better: number[], tour: number[], says: string}} Lost */

/**
 * Ask where a walk was lost.
 * @param {any} api
 * @param {Board} board
 * @param {ArrayLike<number>} path
 * @param {boolean} closed
 * @param {AbortSignal} signal
 * @returns {Promise<Lost>}
 */
export async function askLost(api, board, path, closed, signal) {
  const walk = Array.from(path, (n) => toPair(board, n));
  const told = await api.ask("lost", { ...boardFields(board), walk, closed }, { signal });
  const index = (/** @type {number[]} */ pair) => fromPair(board, pair);
  return {
    kind: told.kind,
    step: told.step,
    square: told.square ? index(told.square) : null,
    better: told.better.map(index),
    tour: told.tour.map(index),
    says: renamed(board, told.says),
  };
}

/** What happened, in parts. @param {Lost} lost @returns {(string | number)[]} */
export function lostParts({ kind, step, square, better, says }) {
  if (kind !== "lost" || square === null) return [says];
  const instead = better.flatMap((n, k) => [k === 0 ? " Better: " : k === better.length - 1 ? " or " : ", ", n]);
  return [
    `Until step ${step} a tour was still possible. Step ${step + 1}, to `, square, ", was the mistake.",
    ...(instead.length ? [...instead, "."] : []),
  ]; // prettier-ignore
}

/**
 * @param {{onContinue: () => void, onPlay: (squares: string) => void, onShow: (step: number) => void,
 *   onPoint: (n: number | null) => void}} how
 *   `onContinue` shows the tour that begins with the squares before the mistake, `onPlay` opens Play with them
 *   (as in a link), and `onShow` goes to a step.
 */
export function makeLostBox({ onContinue, onPlay, onShow, onPoint }) {
  let facts = null;
  const text = el("p", {});
  const show = el("button", { type: "button", text: "Show the mistake", onclick: () => onShow(facts.step) });
  const go = el("button", { type: "button", class: "main", text: "Continue from there", onclick: onContinue });
  const play = el("button", { type: "button", text: "Play from there", onclick: () => onPlay(facts.squares) });
  const buttons = el("div", { class: "lost-buttons" }, go, play, show);
  const element = el("div", { class: "lost-box", hidden: true }, text, buttons);
  return {
    element,
    clear() {
      element.hidden = true;
    },
    /** Returns the text. @param {Board} board @param {ArrayLike<number>} path @param {Lost} lost */
    show(board, path, lost) {
      const kept = Array.from({ length: lost.step }, (_, i) => pairName(board, path[i]));
      facts = { step: lost.step, squares: kept.join("-") };
      text.replaceChildren(...squareText(board, lostParts(lost), onPoint));
      go.hidden = !lost.tour.length;
      play.hidden = !kept.length;
      show.hidden = lost.kind !== "lost";
      buttons.hidden = go.hidden && play.hidden && show.hidden;
      element.hidden = false;
      return text.textContent;
    },
  };
}
