/** The time played. The clock runs while it is switched on and the page is visible, and ticks every second. */

/**
 * A clock that is not running yet. `passed` returns the seconds counted so far; `take` returns them and
 * resets the clock. It stops while the page is hidden, and calls `onHidden` first, so that the time can be
 * saved.
 * @param {{onTick: () => void, onHidden: () => void}} callbacks
 */
export function makeClock({ onTick, onHidden }) {
  let running = false;
  let gathered = 0; // seconds counted up to `since`
  let since = 0;
  let ticking = 0;

  const counts = () => running && !document.hidden;
  const now = () => performance.now() / 1000;

  function passed() {
    return gathered + (ticking ? now() - since : 0);
  }

  /** Add up the time so far, and start or stop ticking. */
  function turn() {
    gathered = passed();
    since = now();
    if (counts() && !ticking) ticking = window.setInterval(onTick, 1000);
    if (!counts() && ticking) {
      window.clearInterval(ticking);
      ticking = 0;
    }
  }

  document.addEventListener("visibilitychange", () => {
    turn();
    if (document.hidden) onHidden();
  });
  window.addEventListener("pagehide", () => {
    turn();
    onHidden();
  });

  return {
    /** @param {boolean} wanted  whether the clock should run */
    run(wanted) {
      running = wanted;
      turn();
    },
    passed,
    /** @returns {number} */
    take() {
      const seconds = passed();
      gathered = 0;
      since = now();
      return seconds;
    },
  };
}
