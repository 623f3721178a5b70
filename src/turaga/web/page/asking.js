/**
 * From a choice to its answer, and to the frame that is seen: when the server is asked, what becomes of what
 * is seen meanwhile, and where the player stands afterwards. What is asked and how it is drawn is the mode's.
 */

import { debounce } from "./dom.js";

const ASK_WAIT = 180; // milliseconds from a choice to the question: a slider is moved, not placed
const STALE_WAIT = 500; // milliseconds that what is seen may stay when it is no longer what was asked for

/**
 * @param {{player: any, ask: (signal: AbortSignal) => Promise<void>, wait: () => void,
 *   fail: (error: any) => void, isOtherBoard: () => boolean, forget: () => void,
 *   draw: (frame: number) => void, readLink: (params: Record<string, string>) => void,
 *   showChoices: () => void, keepLink: () => void}} how
 *   `ask` asks for what is chosen, gives the player what is answered, and then calls `settle`; `wait` and
 *   `fail` tell that there is no answer yet, or none. `isOtherBoard` is whether the board that is seen is
 *   not the one that is chosen; `forget` makes it that one, with nothing on it. `readLink` hands the step to
 *   `stepFromLink`, and `keepLink` takes it from `stepToLink`.
 */
export function makeAsking(how) {
  const { player, ask, wait, fail, isOtherBoard, forget, draw, readLink, showChoices, keepLink } = how;
  let underWay = null; // the question
  let isAnswered = false;
  let wantedFrame = null; // from a link
  let playOn = false; // whether what is answered is to be played at once, as what was seen before was
  let isNew = true;
  let isShown = false;

  const askSoon = debounce(() => void askNow(), ASK_WAIT);
  const clearSoon = debounce(clear, STALE_WAIT);

  /** Ask when the choices have settled. What is seen gives way at once if it is of another board; else when
   * the answer comes, or when it is late: so a quick answer replaces it without a flicker. */
  function restart() {
    underWay?.abort();
    playOn ||= player.playing;
    player.pause();
    wantedFrame = null;
    isAnswered = false;
    wait();
    if (isOtherBoard()) clear();
    else clearSoon();
    askSoon();
    keepLink();
  }

  /** Ask what was asked before, for the frame that was wanted. */
  function again() {
    const frame = wantedFrame;
    restart();
    wantedFrame = frame;
    askSoon.now();
  }

  function clear() {
    clearSoon.cancel();
    forget();
    player.setLength(0);
    draw(0);
  }

  async function askNow() {
    underWay?.abort();
    const mine = (underWay = new AbortController());
    try {
      await ask(mine.signal);
    } catch (error) {
      if (mine.signal.aborted) return;
      clear();
      mine.abort(); // if it was asked in parts, the others need not be answered
      fail(error);
    } finally {
      if (underWay === mine) underWay = null;
    }
  }

  return {
    restart,
    again,
    /** The answer is there, and the player has its length: go to the frame that is to be seen. */
    settle() {
      clearSoon.cancel();
      isAnswered = true;
      const frame = wantedFrame ?? player.length - 1;
      wantedFrame = null;
      if (player.length) player.go(playOn ? 0 : frame);
      else draw(0);
      if (playOn) player.play();
      playOn = false;
      keepLink();
    },
    /** The step to come back to: the one asked for while there is no answer; none for the last. */
    stepToLink() {
      if (wantedFrame !== null) return wantedFrame + 1;
      return isAnswered && player.length && player.frame < player.length - 1 ? player.frame + 1 : null;
    },
    /** The step to begin with; without one the last. @param {string | undefined} step */
    stepFromLink(step) {
      wantedFrame = Number(step) > 0 ? Number(step) - 1 : null;
    },
    get isShown() {
      return isShown;
    },
    /** Coming back without parameters finds what was left. @param {Record<string, string>} params */
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
        if (!isAnswered) again(); // it was left before there was one
      }
      keepLink();
    },
    hide() {
      isShown = false;
      player.pause();
      player.listen(false);
      playOn = false;
      if (isAnswered) return;
      askSoon.cancel();
      underWay?.abort();
    },
    /** The server answers again: what it could not be asked is asked. */
    retry() {
      if (!isAnswered && isShown) askSoon.now();
    },
  };
}
