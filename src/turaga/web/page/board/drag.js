/** Dragging the knight: it follows the pointer, and returns to its square if it is not dropped on another. */

import { prefersStill } from "../core/settings.js";
import { squareAt } from "./keys.js";

/** @typedef {import("./gestures.js").BoardPlace} BoardPlace */

/**
 * @param {object} how
 * @param {() => {move: (place: any) => void, arrive: () => void, hover: (n: number | null) => void}}
 * how.drawing
 * @param {{goBack: (from: any, to: any) => void, finish: () => void}} how.motion
 * @param {HTMLElement} how.element
 * @param {() => import("../core/board.js").Board} how.board
 * @param {() => number | null} how.square where the knight is
 * @param {(n: number) => boolean} how.isTarget whether it can be dropped on a square
 * @param {(from: number, to: number) => void} how.onDrop
 */
export function makeDrag({ drawing, motion, element, board, square, isTarget, onDrop }) {
  let from = 0;
  let at = { x: 0, y: 0 };
  let carried = false;
  /** @type {{to: number, place: {x: number, y: number}} | null} */
  let dropped = null;

  function end() {
    carried = false;
    element.classList.remove("dragging");
    drawing().hover(null);
  }

  function goBack() {
    const n = square();
    if (n === null) return;
    if (prefersStill()) return drawing().arrive();
    motion.goBack(at, { x: (n % board().cols) + 0.5, y: Math.floor(n / board().cols) + 0.5 });
  }

  return {
    /** @param {number} n */
    take(n) {
      motion.finish();
      from = n;
      carried = true;
      element.classList.add("dragging");
    },
    /** @param {BoardPlace} place */
    carry(place) {
      if (!carried) return;
      at = { x: place.col, y: place.row };
      drawing().move({ ...at, lift: 1, tip: null });
      const over = squareAt(place, board());
      drawing().hover(over !== null && isTarget(over) ? over : null);
    },
    /** @param {number | null} to @param {BoardPlace} place */
    drop(to, place) {
      if (!carried) return;
      end();
      at = { x: place.col, y: place.row };
      if (to === null) return goBack();
      dropped = { to, place: at };
      onDrop(from, to);
      dropped = null;
      if (square() === from) goBack();
    },
    cancel() {
      if (!carried) return;
      end();
      goBack();
    },
    /** Where the knight was just dropped, if a scene is drawn because of it. */
    takeDropped() {
      const found = dropped;
      dropped = null;
      if (carried) end();
      return found;
    },
  };
}
