/** One side of Compare: its board with a title, its outcome and current step in words, and its options. */

import { makeBoardView } from "../board/view.js";
import { el, freshId } from "../core/dom.js";
import { sentence } from "../core/words.js";
import { makeWaiting } from "../explore/waiting.js";
import { METHODS } from "../options/howpicker.js";
import { makeRulePicker } from "../options/rulepicker.js";
import { ruleInWords } from "../options/rulewords.js";
import { EMPTY, textOf } from "../player/frames.js";
import { sceneOf } from "../player/scene.js";
import { shortOutcome } from "./comparewords.js";
import { hasRule } from "./sides.js";

const DIFFER = "the walks first differ here";

/**
 * @param {{title: string, board: any, onPick: (n: number) => void, onRule: (rule: any) => void,
 *   onHow: (how: string) => void, onCancel: () => void, onAgain: () => void, onExplore: () => void,
 *   onMap: () => void, systems: readonly any[]}} how
 */
export function makeSide(how) {
  const { title, onPick, onRule, onHow, onCancel, onAgain, onExplore, onMap, systems } = how;
  let { board } = how;
  let reel = EMPTY;
  let loaded = false;
  let openStart = false;
  let onLate = () => {};

  const view = makeBoardView({ board, label: `Board ${title}: choose a start`, onPick });
  const caption = el("h2", { class: "half-name" });
  const short = el("p", { class: "half-outcome" });
  const waiting = makeWaiting({
    onCancel,
    onShown() {
      clear();
      short.textContent = "";
      onLate();
    },
  });
  const again = el("button", { type: "button", class: "quiet", text: "Try again", hidden: true,
    onclick: onAgain }); // prettier-ignore
  const below = el("p", { class: "step-words", role: "region", "aria-label": `Current step in ${title}` });
  const element = el("section", { class: "half", "aria-label": title },
    el("div", { class: "half-head" }, caption, short, waiting.element, again),
    el("div", { class: "half-board" }, view.element),
    below); // prettier-ignore

  const heading = el("h3", {});
  const rule = el("p", { class: "note" });
  const outcome = el("div", { class: "outcome-words", role: "region", "aria-label": `Outcome of ${title}` });
  const step = below.cloneNode(); // the style sheet shows one of the two: below the board if there is room
  const explore = el("button", { type: "button", class: "quiet", text: "Open in Explore", onclick: onExplore });
  const map = el("button", { type: "button", class: "quiet", text: "Map this rule", onclick: onMap });
  const explain = el("section", { class: "half-explain" }, heading, rule, outcome, step,
    el("div", { class: "half-links" }, explore, map)); // prettier-ignore

  const howId = freshId("how");
  const hows = el("select", { id: howId, onchange: () => onHow(hows.value) },
    ...METHODS.map(({ how, label }) => el("option", { value: how, text: label }))); // prettier-ignore
  const picker = makeRulePicker({ legend: `Rule of ${title}`, systems, onChange: onRule });
  const options = el("section", { class: "half-options" },
    el("h3", { text: title }),
    el("div", { class: "field" }, el("label", { for: howId, text: `Method of ${title}` }), hows),
    picker.element); // prettier-ignore

  /** @param {string} kind @param {string} words above the board @param {string[]} lines in the panel */
  function put(kind, words, lines) {
    waiting.end();
    short.className = `half-outcome ${kind}`;
    short.textContent = words;
    outcome.replaceChildren(...lines.map((text) => el("p", { text })));
    outcome.removeAttribute("aria-busy");
    again.hidden = true;
  }

  function clear() {
    reel = EMPTY;
    loaded = false;
    for (const one of [step, below]) one.textContent = "";
  }

  return {
    element,
    clear,
    explain,
    options,
    get reel() {
      return reel;
    },
    get view() {
      return view;
    },
    /** Whether its walk has arrived. */
    get isLoaded() {
      return loaded;
    },
    /**
     * Show what the side is about.
     * @param {{board: any, side: import("./sides.js").Side, name: string}} now
     */
    show({ board: nextBoard, side, name: sideTitle }) {
      if (nextBoard.key !== board.key) clear();
      board = nextBoard;
      openStart = side.rule.openStart;
      view.setBoard(board);
      const pair = /** @type {HTMLElement | null} */ (element.parentElement);
      for (const way of ["rows", "cols"]) pair?.style.setProperty(`--${way}`, String(board[way]));
      caption.textContent = `${title}: ${sideTitle}`;
      heading.textContent = `${title}: ${sideTitle}`;
      hows.value = side.how;
      picker.show(side.value);
      picker.setLeaper(board.leaper);
      picker.element.hidden = !hasRule(side.how);
      map.hidden = rule.hidden = !hasRule(side.how);
      rule.textContent = sentence(ruleInWords(side.rule));
    },
    /** A request is running. The last walk stays until the wait is long enough to be noticed.
     * @param {boolean} onServer @param {() => void} whenLate called when the last walk is cleared */
    wait(onServer, whenLate) {
      loaded = false;
      onLate = whenLate;
      again.hidden = true;
      outcome.setAttribute("aria-busy", "true");
      waiting.begin("Looking for a walk");
      if (onServer) waiting.forServer("Looking for a walk");
    },
    /** Show the walk. @param {import("../explore/finder.js").Result} result */
    take(result) {
      loaded = true;
      reel = result.reel;
      const { kind, head, text } = result.words;
      put(kind, shortOutcome(result), [sentence(head), text]);
    },
    /** Show an error. @param {any} error with status 0 if the server did not respond */
    fail(error) {
      clear();
      const isLost = error.status === 0;
      if (isLost) put("failed", "Waiting for the server", ["This method needs the server. Rules do not."]);
      else put("failed", "No result", [sentence(error.message)]);
      again.hidden = error.status === 422; // the same request would fail again
    },
    stop() {
      clear();
      put("failed", "Cancelled", ["Cancelled."]);
      again.hidden = false;
      again.focus(); // Cancel, which had the focus, has disappeared
    },
    /**
     * Draw a frame.
     * @param {number} i
     * @param {{look: any, start: number, differs: number | null}} how  `differs`: the index of the first square
     *   that differs, or null
     * @param {{glide?: boolean}} [glide] whether it is next to the last frame
     */
    draw(i, { look, start, differs }, glide = {}) {
      const at = Math.min(Math.max(0, i), reel.length - 1);
      const marks = new Map();
      if (differs !== null && differs < reel.path.length && reel.frame(Math.max(0, at)).path.length > differs) {
        marks.set(reel.path[differs], { kind: "part", words: DIFFER });
      }
      const hasRoom = view.hasRoomForFigures;
      view.draw(sceneOf({ board, look, reel, at, hasRoom, start, openStart, marks }), glide);
      for (const one of [step, below]) one.textContent = this.words(i);
    },
    /** The description of a frame. @param {number} i */
    words(i) {
      return reel.length ? textOf(board, reel.parts(Math.min(Math.max(0, i), reel.length - 1))) : "";
    },
    /** @param {readonly any[]} now */
    setSystems: (now) => picker.setSystems(now),
  };
}
