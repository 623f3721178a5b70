/** Loads walks: one at a time, with a sign of waiting, and Cancel. What is on the board stays until then. */

import { ApiError } from "../core/api.js";
import { find } from "./finder.js";
import { makeWaiting } from "./waiting.js";

/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("./finder.js").Result} Result */

const CANCELLED = new ApiError("Cancelled.", { status: 499 });

/**
 * @param {{api: any, take: (result: Result) => void, fail: (error: any) => void, wait: () => void,
 *   partly: (result: Result) => void}} how
 *   `wait` is called when a question is asked, and then `take` or `fail`. `partly` gets the walk by the rule if
 *   the solver takes longer than a moment to find a better one.
 */
export function makeLoader({ api, take, fail, wait, partly }) {
  let pending = null; // cancels the current computation
  let key = null; // of the question that was asked last
  let failed = false;
  /** @type {Result | null} */
  let part = null;

  const waiting = makeWaiting({
    onCancel: () => {
      stop();
      failed = true;
      fail(CANCELLED);
    },
    onShown: () => part && partly(part),
  });

  function stop() {
    pending?.abort();
    pending = null;
    part = null;
    waiting.end();
  }

  /** @param {string} what @param {(how: {signal: AbortSignal, onProgress: any}) => Promise<any>} work */
  async function run(what, work) {
    stop();
    const mine = (pending = new AbortController());
    waiting.begin(what);
    const onProgress = (/** @type {any} */ progress, share = 0) => {
      if (!mine.signal.aborted) waiting.update(typeof progress === "string" ? progress : what, share);
    };
    try {
      const made = await work({ signal: mine.signal, onProgress });
      return mine.signal.aborted ? null : made;
    } catch (error) {
      if (mine.signal.aborted) return null;
      stop();
      throw error;
    } finally {
      if (pending === mine) stop();
    }
  }

  return {
    waiting,
    /** Run something else meanwhile shown as waiting; null if it was cancelled. */
    run,
    /** @param {Question} question @param {string} what in words, for the sign of waiting */
    async load(question, what) {
      key = question.key;
      failed = false;
      wait();
      try {
        const result = await run(what, ({ signal, onProgress }) =>
          find(question, {
            api,
            signal,
            onProgress,
            onServer: () => waiting.forServer(what),
            onWalk: (walked) => {
              part = walked;
              if (waiting.isShown) partly(walked);
            },
          }));
        if (result) take(result);
      } catch (error) {
        failed = true;
        fail(error);
      }
    },
    /** Stop, and ask again when the mode is shown again. */
    cancel() {
      if (pending) key = null;
      stop();
    },
    /** The next view is loaded even if it is the same. */
    forget() {
      key = null;
    },
    get key() {
      return key;
    },
    get isBusy() {
      return pending !== null;
    },
    get hasFailed() {
      return failed;
    },
  };
}
