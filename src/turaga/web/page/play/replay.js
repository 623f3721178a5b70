/** Replays a finished tour: one square after the other, in about seven seconds. */

const SECONDS = 7;
const FASTEST = 240; // squares per second
const SLOWEST = 8;

/**
 * @param {{draw: (count: number) => void, onEnd: () => void}} how  `draw` shows this many squares. `onEnd` is
 *   called when the replay has reached its end or was stopped.
 */
export function makeReplay({ draw, onEnd }) {
  let length = 0;
  let shown = 0;
  let began = 0;
  let running = 0;

  /** @param {number} now */
  function tick(now) {
    began ||= now;
    const speed = Math.min(FASTEST, Math.max(SLOWEST, length / SECONDS));
    const count = Math.min(length, 1 + Math.floor(((now - began) / 1000) * speed));
    if (count !== shown) draw((shown = count));
    if (count >= length) stop();
    else running = requestAnimationFrame(tick);
  }

  function stop() {
    if (!running) return;
    cancelAnimationFrame(running);
    running = 0;
    onEnd();
  }

  return {
    /** Replay a tour of this many squares. @param {number} squares */
    begin(squares) {
      stop();
      [length, shown, began] = [squares, 0, 0];
      running = requestAnimationFrame(tick);
    },
    stop,
    get isRunning() {
      return running !== 0;
    },
  };
}
