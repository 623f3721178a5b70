/**
 * Loads walks for Watch and Compare: when to send a request after the user has changed something, what to
 * show meanwhile, and which frame to show afterwards. The mode itself decides what to request and how to draw
 * it.
 */

import { debounce } from "./dom.js";

const REQUEST_WAIT = 180; // milliseconds after the last change, because a slider sends many
const STALE_WAIT = 500; // milliseconds for which an outdated walk may stay visible

/**
 * @param {{player: any, ask: (signal: AbortSignal) => Promise<void>, wait: () => void,
 *   fail: (error: any) => void, isOtherBoard: () => boolean, forget: () => void,
 *   draw: (frame: number) => void, readLink: (params: Record<string, string>) => void,
 *   showChoices: () => void, keepLink: () => void}} how
 *   `ask` sends the request, passes the response to the player, and then calls `settle`. `wait` and `fail`
 *   show that there is no response yet, or an error. `isOtherBoard` returns whether the visible board differs
 *   from the chosen one, and `forget` shows the chosen one, empty. `readLink` passes the step to
 *   `stepFromLink`, and `keepLink` gets it from `stepToLink`.
 */
export function makeLoader(how) {
  const { player, ask, wait, fail, isOtherBoard, forget, draw, readLink, showChoices, keepLink } = how;
  let pending = null; // the current request
  let isLoaded = false;
  let wantedFrame = null; // from a link
  let playOn = false; // whether to play the new walk at once, because the last one was playing
  let isNew = true;
  let isShown = false;

  const requestSoon = debounce(() => void requestNow(), REQUEST_WAIT);
  const clearSoon = debounce(clear, STALE_WAIT);

  /** Send a request when the user has stopped changing things. A walk on another board is cleared at once.
   * Otherwise it stays until the response arrives or is late, so that a quick response causes no flicker. */
  function restart() {
    pending?.abort();
    playOn ||= player.playing;
    player.pause();
    wantedFrame = null;
    isLoaded = false;
    wait();
    if (isOtherBoard()) clear();
    else clearSoon();
    requestSoon();
    keepLink();
  }

  /** Send the last request again, and keep the wanted frame. */
  function again() {
    const frame = wantedFrame;
    restart();
    wantedFrame = frame;
    requestSoon.now();
  }

  function clear() {
    clearSoon.cancel();
    forget();
    player.setLength(0);
    draw(0);
  }

  async function requestNow() {
    pending?.abort();
    const mine = (pending = new AbortController());
    try {
      await ask(mine.signal);
    } catch (error) {
      if (mine.signal.aborted) return;
      clear();
      mine.abort(); // there may be other requests with the same signal
      fail(error);
    } finally {
      if (pending === mine) pending = null;
    }
  }

  return {
    restart,
    again,
    /** Show the right frame. Call this when the response has arrived and the player has its length. */
    settle() {
      clearSoon.cancel();
      isLoaded = true;
      const frame = wantedFrame ?? player.length - 1;
      wantedFrame = null;
      if (player.length) player.go(playOn ? 0 : frame);
      else draw(0);
      if (playOn) player.play();
      playOn = false;
      keepLink();
    },
    /** The step for the link: the wanted one while there is no response, and null for the last step. */
    stepToLink() {
      if (wantedFrame !== null) return wantedFrame + 1;
      return isLoaded && player.length && player.frame < player.length - 1 ? player.frame + 1 : null;
    },
    /** Set the step to show first; without one it is the last. @param {string | undefined} step */
    stepFromLink(step) {
      wantedFrame = Number(step) > 0 ? Number(step) - 1 : null;
    },
    get isShown() {
      return isShown;
    },
    /** Show the mode. Without parameters, it looks as the user left it. @param {Record<string, string>}
     * params */
    show(params) {
      isShown = true;
      player.listen(true);
      if (isNew || Object.keys(params).length) {
        isNew = false;
        player.pause();
        readLink(params);
        showChoices();
        again();
      } else {
        if (!isLoaded) again(); // the user left before the response arrived
      }
      keepLink();
    },
    hide() {
      isShown = false;
      player.pause();
      player.listen(false);
      playOn = false;
      if (isLoaded) return;
      requestSoon.cancel();
      pending?.abort();
    },
    /** The server responds again: send the request that failed. */
    retry() {
      if (!isLoaded && isShown) requestSoon.now();
    },
  };
}
