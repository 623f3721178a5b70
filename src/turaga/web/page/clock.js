// The time played: it runs while it is told to and the page can be seen, and tells every second.

/**
 * A clock that stands. `take` gives the seconds since it was last asked, and forgets them; `passed` gives
 * them and does not. While the page is hidden no time passes: `onHidden` is called when that begins, so
 * that what was played can be kept.
 * @param {{onTick: () => void, onHidden: () => void}} told
 */
export function makeClock({ onTick, onHidden }) {
  let running = false;
  let gathered = 0; // seconds, up to `since`
  let since = 0;
  let ticking = 0;

  const counts = () => running && !document.hidden;
  const now = () => performance.now() / 1000;

  function passed() {
    return gathered + (ticking ? now() - since : 0);
  }

  /** Gather what has passed, and tick from now on, or no longer. */
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
    /** @param {boolean} wanted  whether time is to pass */
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
