/** The timeline: a slider over the frames, with marks for what happens at some of them. */

import { el, freshId } from "../core/dom.js";

const MOST_MARKS = 400; // more would be a grey bar

/**
 * @typedef {{at: number, kind: string, words?: string}} TimelineMark  kinds: choice, dead-end, lost, part, join
 */

/** @param {{onInput: (frame: number) => void}} how */
export function makeTimeline({ onInput }) {
  let length = 0;
  const id = freshId("timeline");
  const slider = el("input", {
    type: "range", id, class: "timeline", min: 1, max: 1, step: 1, value: 1, "aria-label": "Timeline",
    oninput: () => onInput(Number(slider.value) - 1),
  }); // prettier-ignore
  const notches = el("div", { class: "timeline-marks", "aria-hidden": "true" });
  /** @type {TimelineMark[]} */
  let marks = [];

  return {
    id,
    element: el("div", { class: "timeline-box" }, slider, notches),
    /** @param {number} now */
    setLength(now) {
      length = now;
      slider.max = String(Math.max(1, length));
      slider.disabled = length < 2;
    },
    /** Mark frames. Of one kind with very many marks, none is shown. @param {TimelineMark[]} wanted */
    setMarks(wanted) {
      const counts = new Map();
      for (const { kind } of wanted) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      marks = wanted.filter(({ kind }) => counts.get(kind) <= MOST_MARKS);
      notches.replaceChildren(
        ...marks.map(({ at, kind }) => {
          const notch = el("span", { class: `notch ${kind}` });
          notch.style.setProperty("--share", String(length > 1 ? at / (length - 1) : 0));
          return notch;
        }),
      );
    },
    /** @param {number} frame @param {string} words  the position, such as "Step 3 of 64" */
    show(frame, words) {
      slider.value = String(frame + 1);
      const here = marks.filter(({ at, words: said }) => at === frame && said).map(({ words: said }) => said);
      slider.setAttribute("aria-valuetext", [words, ...here].join(", "));
      slider.style.setProperty("--share", String(length > 1 ? frame / (length - 1) : 0));
    },
  };
}
