// A player that replays a tour on a board that already shows it.

import { makePlayer } from "./player.js";

/**
 * A player for a tour. `draw` is called with the number of squares to show.
 * @param {{draw: (count: number) => void}} how
 */
export function makeReplay({ draw }) {
  const player = makePlayer({ length: 0, onFrame: (frame) => draw(frame + 1), noun: "square" });
  player.element.hidden = true;
  return {
    element: player.element,

    /**
     * Play a tour of this length from its start. With `still`, show all of it and wait.
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
      player.element.querySelector(".player-play").focus(); // the button that started this is now hidden
    },

    /** Stop playing, and ignore keys. */
    pause() {
      player.pause();
      player.listen(false);
    },

    /** Hide the player. */
    end() {
      this.pause();
      player.element.hidden = true;
    },
  };
}
