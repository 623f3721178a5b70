// A tour walked once more, on the board it is seen on already.

import { makePlayer } from "./player.js";

/**
 * A player for a tour. `draw` is told how many squares of it are to be seen.
 * @param {{draw: (count: number) => void}} how
 */
export function makeReplay({ draw }) {
  const player = makePlayer({ length: 0, onFrame: (frame) => draw(frame + 1), noun: "square" });
  player.element.hidden = true;
  return {
    element: player.element,

    /**
     * Walk a tour of so many squares from its start; or, `still`, show it whole and wait to be asked.
     * @param {number} length
     * @param {{still?: boolean}} [how]
     */
    begin(length, { still = false } = {}) {
      player.element.hidden = false;
      player.setLength(length);
      player.go(still ? length - 1 : 0);
      player.listen(true);
      if (still) return;
      player.play();
      player.element.querySelector(".player-play").focus(); // what was pressed to come here is gone
    },

    /** Stand still, and take no keys. */
    pause() {
      player.pause();
      player.listen(false);
    },

    /** Be gone. */
    end() {
      this.pause();
      player.element.hidden = true;
    },
  };
}
