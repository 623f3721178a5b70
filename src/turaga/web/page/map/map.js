/** Map: walk from every start of the board by the rule, and show how many squares each walk leaves. */

import { makeBoardView } from "../board/view.js";
import { clickWord, el, freshId } from "../core/dom.js";
import { FIRST_BOARD } from "../core/view.js";
import { grouped, several } from "../core/words.js";
import { makeRulePicker } from "../options/rulepicker.js";
import { makeCopyLink } from "../share/link.js";
import { walkFromEveryStart } from "../walk/client.js";
import { parseRule, ruleValue, wrongField } from "../walk/rule.js";
import { makeLegend } from "./legend.js";
import { details, headline, isTooLarge, startWords, tooLargeWords } from "./mapwords.js";
import { heatOf, marksOf } from "./mapscene.js";

const PATIENCE = 200; // milliseconds before the progress is shown
const DEFAULT_MOST_RETRIES = 20;

/** @param {any} context see README.md */
export function make(context) {
  /** @type {Map<number, import("../walk/everystart.js").StartResult>} by start */
  let found = new Map();
  /** @type {AbortController | null} */
  let running = null;
  let shownKey = ""; // what the map on the screen is about; "" if it is not complete
  let drawing = 0; // the requested animation frame, or 0
  let timer = 0;
  /** @type {any} */
  let view = context.view;

  const board = makeBoardView({ board: view.board, label: "Map of all starts", onPick: open });
  const copyLink = makeCopyLink(context);
  const words = el("p", { class: "map-words" });
  const bar = el("progress", { class: "map-bar", max: 1, value: 0, "aria-label": "Progress" });
  const stop = el("button", { type: "button", text: "Stop", onclick: halt });
  const progress = el("div", { class: "map-progress", hidden: true }, bar, stop);
  const again = el("button", { type: "button", text: "Run again", hidden: true, onclick: () => void run() });
  const small = el("button", {
    type: "button", class: "main", text: "Choose 8x8", hidden: true,
    onclick: () => context.change({ board: FIRST_BOARD }),
  }); // prettier-ignore
  const outcome = el("div", { class: "map-row", role: "region", "aria-label": "Outcome" },
    words, again, small, progress); // prettier-ignore
  const stage = el("div", { class: "mode-stage map-stage" },
    el("div", { class: "board-box" }, board.element),
    el("div", { class: "under map-under" }, outcome, makeLegend())); // prettier-ignore

  const going = (text, mode, changes = {}) =>
    el("button", { type: "button", text, onclick: () => context.go(mode, changes) });
  const lines = el("div", { class: "map-lines", role: "region", "aria-label": "Result" });
  const explain = el("div", { class: "map-explain" },
    el("p", {
      class: "note",
      text: "The knight starts on each square in turn and follows the rule. A tick is a tour; a number says how many "
        + `squares it misses. ${clickWord()} a square to see its walk.`,
    }),
    lines,
    el("div", { class: "map-links" },
      going("Explore this rule", "explore", { params: { how: "greedy" } }), going("Compare this rule", "compare"))); // prettier-ignore

  const picker = makeRulePicker({
    legend: "Rule", systems: context.options.systems, onChange: (rule) => context.change({ rule }),
  }); // prettier-ignore
  const retryId = freshId("retries");
  const retryWrong = el("p", { class: "wrong", role: "status", id: `${retryId}-wrong` });
  const retries = el("input", {
    id: retryId, type: "number", min: 0, max: mostRetries(), step: 1, value: 0, inputmode: "numeric",
    "aria-describedby": retryWrong.id, onchange: takeRetries,
  }); // prettier-ignore
  const options = el("div", { class: "map-options" }, picker.element,
    el("div", { class: "field" },
      el("label", { for: retryId, text: "Retries after a failed walk" }), retries, retryWrong,
      el("p", { class: "note", text: "Each retry breaks ties by a random order. The longest walk counts." }))); // prettier-ignore

  // -- choices -----------------------------------------------------------------------------------------

  function mostRetries() {
    return context.options.limits.map_most_retries ?? DEFAULT_MOST_RETRIES;
  }

  /** The retries in a link or a field; null if the text is not valid. @param {string | undefined} text */
  function readRetries(text) {
    const number = text === undefined || text === "" ? 0 : Number(text);
    return Number.isInteger(number) && number >= 0 && number <= mostRetries() ? number : null;
  }

  function takeRetries() {
    const wanted = readRetries(retries.value);
    sayRetries(wanted);
    if (wanted !== null) context.change({ params: wanted ? { retries: String(wanted) } : {} }, { push: true });
  }

  /** @param {number | null} wanted null: the field is not valid */
  function sayRetries(wanted) {
    retryWrong.textContent = wanted === null ? `Type a whole number from 0 to ${mostRetries()}.` : "";
    if (wanted === null) retries.setAttribute("aria-invalid", "true");
    else retries.removeAttribute("aria-invalid");
  }

  // -- walks -------------------------------------------------------------------------------------------

  /** The rule and the retries of the view; the defaults in place of what is not valid. */
  function asked() {
    const rule = parseRule(view.rule);
    const tries = readRetries(view.params.retries);
    const wrong = [wrongField(view.rule), tries === null && "retries"].filter(Boolean);
    return { rule: rule ?? parseRule(), tries: tries ?? 0, wrong };
  }

  const keyOf = () => JSON.stringify([view.board.key, view.rule, view.params.retries ?? ""]);

  async function run() {
    cancel();
    const { rule, tries } = asked();
    const mine = (running = new AbortController());
    const began = performance.now();
    const { board: where } = view;
    found = new Map();
    shownKey = "";
    again.hidden = true;
    lines.replaceChildren();
    say(`Walking from ${several(where.size, "start")}…`);
    timer = setTimeout(() => (progress.hidden = false), PATIENCE);
    outcome.setAttribute("aria-busy", "true");
    bar.value = 0;
    draw();
    try {
      const how = { retries: tries, signal: mine.signal, onProgress: takePart };
      const map = await walkFromEveryStart(where, rule, how);
      if (running !== mine) return;
      finish(map, rule, (performance.now() - began) / 1000);
    } catch (error) {
      if (!mine.signal.aborted) throw error;
    } finally {
      if (running === mine) cancel();
    }
  }

  /** @param {{done: number, all: number, found: import("../walk/everystart.js").StartResult[]}} part */
  function takePart({ done, all, found: some }) {
    for (const one of some) found.set(one.start, one);
    bar.value = all ? done / all : 0;
    words.textContent = `${grouped(done)} of ${several(all, "start")} done.`;
    drawing ||= requestAnimationFrame(draw);
  }

  function finish(map, rule, seconds) {
    found = new Map(map.starts.map((one) => [one.start, one]));
    shownKey = keyOf();
    draw();
    const told = details(view.board, map, rule, seconds);
    say(headline(map));
    lines.replaceChildren(...told.map((text) => el("p", { text })));
    context.announce(`${headline(map)} ${told.slice(0, -2).join(" ")}`);
  }

  /** Stop without a message. */
  function cancel() {
    clearTimeout(timer);
    running?.abort();
    running = null;
    outcome.removeAttribute("aria-busy");
    progress.hidden = true;
  }

  function halt() {
    cancel();
    say(`Stopped: ${grouped(found.size)} of ${several(view.board.size, "start")} done.`);
    context.announce(words.textContent);
    again.hidden = false;
    again.focus(); // Stop, which had the focus, has disappeared
  }

  // -- the screen --------------------------------------------------------------------------------------

  function say(text) {
    words.textContent = text;
  }

  function draw() {
    cancelAnimationFrame(drawing);
    drawing = 0;
    const { board: where } = view;
    board.draw({
      path: [], knight: false, heat: heatOf(where, found), marks: marksOf(found),
      cellLabel: (n) => startWords(where, n, found.get(n)),
    }); // prettier-ignore
  }

  /** Show that the board is too large. */
  function refuse() {
    cancel();
    found = new Map();
    shownKey = "";
    again.hidden = true;
    lines.replaceChildren(el("p", { text: "Choose a smaller board, above." }));
    say(tooLargeWords(view.board));
    draw();
  }

  /** Open the walk from this start in Explore, by the order of the retry that made it, if one did.
   * @param {number} n */
  function open(n) {
    if (view.board.holes?.[n]) return;
    const order = found.get(n)?.order;
    const rule = order ? ruleValue({ ...asked().rule, stages: [], order }) : view.rule;
    context.go("explore", { start: n, end: null, closed: false, rule, params: { how: "greedy" } });
  }

  return {
    stage,
    tabs: { explain, options, share: copyLink.element },
    show(now) {
      view = now;
      copyLink.refresh();
      const { wrong } = asked();
      if (wrong.length) context.warnOfLink({ ...view.rule, ...view.params }, wrong);
      board.setBoard(view.board);
      picker.show(view.rule);
      picker.setLeaper(view.board.leaper);
      retries.value = view.params.retries ?? "0";
      sayRetries(readRetries(view.params.retries));
      const large = isTooLarge(view.board);
      small.hidden = !large;
      if (large) refuse();
      else if (shownKey !== keyOf()) void run();
      else draw();
    },
    hide: cancel,
    rename() {
      board.renameSquares();
      shownKey = ""; // the sentences name squares
    },
    retry() {
      picker.setSystems(context.options.systems);
    },
  };
}
