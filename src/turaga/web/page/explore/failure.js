/** What Explore shows when a walk fails or there is no tour: the mistake of the walk, or the proof. */

import { askLost, makeLostBox } from "./lost.js";
import { makeProof } from "./proof.js";

/** @typedef {import("./finder.js").Result} Result */

const MOST_ASKED = 3600; // squares of a board for which the mistake is looked for

/**
 * @param {{api: any, announce: (text: string) => void, onMarks: () => void, onPoint: (n: number | null) => void,
 *   onContinue: () => void, onPlay: (squares: string) => void, onShow: (step: number) => void,
 *   found: () => void}} how
 *   `onMarks` is called when the board must be drawn again, and `found` when the mistake is known.
 */
export function makeFailure({ api, announce, onMarks, onPoint, onContinue, onPlay, onShow, found }) {
  /** @type {{marks: Map<number, any>, strokes: any[]} | null} */
  let shown = null;
  /** @type {import("./lost.js").Lost | null} */
  let lost = null;
  let pending = new AbortController();
  /** @type {Result | null} */
  let result = null;
  const box = makeLostBox({ onContinue, onPlay, onPoint, onShow: (step) => (closeProof(), onShow(step)) });
  const proof = makeProof({
    api, announce, onPoint,
    onMarks: (marks) => {
      shown = marks;
      onMarks();
    },
  }); // prettier-ignore

  function closeProof() {
    proof.clear();
    shown = null;
  }

  /** @param {Result} walked */
  async function findMistake(walked) {
    const { question, reel } = walked;
    const mine = (pending = new AbortController());
    if (question.board.size > MOST_ASKED) return;
    try {
      const told = await askLost(api, question.board, reel.path, question.closed, mine.signal);
      if (mine.signal.aborted) return;
      lost = told;
      announce(box.show(question.board, reel.path, lost));
      found();
      onMarks();
    } catch {
      // The server does not respond, or the board is too large to decide it: the walk itself is shown anyway.
    }
  }

  return {
    lostBox: box.element,
    proof: proof.element,
    /** What a proof shows on the board, instead of the walk; null if there is none. */
    get shown() {
      return shown;
    },
    get lost() {
      return lost;
    },
    clear() {
      pending.abort();
      closeProof();
      lost = null;
      result = null;
      box.clear();
    },
    stop() {
      pending.abort();
    },
    /** Explain a result, if it needs it. @param {Result} now */
    async explain(now) {
      result = now;
      if (now.ending === "impossible") await proof.ask(now.question, { withVerdict: false });
      else if (now.ending === "dead end" && !now.missing) await findMistake(now);
    },
    askWhy: proof.ask,
    rename() {
      proof.rename();
      if (lost && result) box.show(result.question.board, result.reel.path, lost);
    },
    /** The marks of the mistake at a frame of the walk. @param {number} i @returns {Map<number, any>} */
    marksAt(i) {
      const marks = new Map();
      if (lost?.kind !== "lost" || i < lost.step - 1) return marks;
      marks.set(lost.square, { kind: "lost", words: "the mistake: no tour is possible after it" });
      if (i <= lost.step) for (const n of lost.better) marks.set(n, { kind: "good", words: "a tour is still possible from here" });
      return marks;
    },
  };
}
