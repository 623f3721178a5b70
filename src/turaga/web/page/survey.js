// Survey: walk from every start of a board, and show how many squares each walk leaves unvisited.

import { makeBoard } from "./boardview.js";
import { share, showSeconds } from "./countwords.js";
import { debounce, el, freshId } from "./dom.js";
import { fromPair, parseBoard, show } from "./geometry.js";
import { makeLink } from "./link.js";
import { makeRulePicker, ruleFromLink, ruleInWords, ruleToLink } from "./rulepicker.js";
import { LEAST_SIDE, makeSizePicker } from "./sizepicker.js";
import { grouped, listed, sentence, several, strangeLink } from "./words.js";

const FIRST_BOARD = { rows: 8, cols: 8 };
const WAIT = 250; // milliseconds after the last change, because a slider sends many
const MOST_NAMED = 12; // starts of closed tours that are listed
const LEAST_HEAT = 0.22; // for one unvisited square, so that it clearly differs from none

/**
 * @param {HTMLElement} root
 * @param {{api: any, options: any, setLink: (params: object) => void,
 *   announce: (text: string) => void, warn: (text: string) => void}} context
 */
export function make(root, context) {
  const { map_most_side: mostSide = 20, map_most_retries: mostRetries = 20 } = context.options.limits;
  let { rows, cols } = FIRST_BOARD;
  /** @type {(number | null)[]} unvisited squares for each start; null until it has been tried */
  let left = [];
  /** @type {Set<number>} */
  let closed = new Set();
  /** @type {AbortController | null} */
  let running = null;
  /** @type {AbortController | null} the request for a walk to watch */
  let opening = null;
  let isShown = false;
  let drawn = 0; // the requested animation frame, or 0

  const board = makeBoard({ rows, cols, label: "Map of all starts", onPick: watchFrom });
  const sizes = makeSizePicker({
    rows,
    cols,
    min: LEAST_SIDE,
    max: mostSide,
    onChange: (size) => {
      resize(size);
      later();
    },
  });
  const picker = makeRulePicker({ systems: context.options.systems, onChange: () => later() });
  const retries = el("input", {
    id: freshId("retries"),
    type: "number",
    min: 0,
    max: mostRetries,
    step: 1,
    value: 0,
    inputmode: "numeric",
    onchange: () => {
      retries.value = String(retriesNow());
      later();
    },
  });
  const bar = el("progress", { class: "survey-bar", max: 1, value: 0, "aria-label": "Progress" });
  const stop = el("button", { type: "button", class: "survey-stop", onclick: toggle });
  const headline = el("p", { class: "outcome-head" });
  const words = el("div", { class: "outcome-text" });
  const outcome = el("div", { class: "outcome told survey-told" }, headline, words);

  root.append(
    el(
      "div",
      { class: "desk survey" },
      outcome,
      el(
        "div",
        { class: "seen" },
        el("div", { class: "stage" }, board.element),
        el("div", { class: "survey-run" }, bar, stop),
      ),
      el("div", { class: "aside" }, makeLegend()),
      el(
        "div",
        { class: "choices" },
        sizes.element,
        picker.element,
        el(
          "div",
          { class: "field" },
          el("label", { for: retries.id, text: "Retries after a failed walk" }),
          retries,
        ),
      ),
    ),
  );
  const later = debounce(run, WAIT);
  window.addEventListener("resize", debounce(draw, WAIT));

  // -- requests --------------------------------------------------------------------------------------------

  function retriesNow() {
    return Math.min(mostRetries, Math.max(0, Math.round(Number(retries.value)) || 0));
  }

  const request = () => ({ board: `${rows}x${cols}`, ...picker.value, retries: retriesNow() });

  /** @param {{rows: number, cols: number}} size */
  function resize(size) {
    halt();
    ({ rows, cols } = size);
    board.resize(rows, cols);
    forget();
  }

  function forget() {
    left = Array(rows * cols).fill(null);
    closed = new Set();
    draw();
  }

  async function run() {
    halt();
    forget();
    context.setLink({ board: `${rows}x${cols}`, ...ruleToLink(picker.value), retries: retriesNow() || null });
    const mine = new AbortController();
    running = mine;
    showRunning(0, rows * cols);
    try {
      const answer = await context.api.stream("map", request(), takePart, { signal: mine.signal });
      if (running !== mine) return;
      takeAnswer(answer);
    } catch (error) {
      if (running !== mine) return;
      tellFailure(error);
    } finally {
      if (running === mine) {
        running = null;
        showStopped();
      }
    }
  }

  /** Cancel all requests without a message. */
  function halt() {
    later?.cancel();
    running?.abort();
    running = null;
    opening?.abort();
  }

  function toggle() {
    if (!running) return later.now();
    halt();
    const walked = left.filter((one) => one !== null).length;
    tell("Stopped", [`${grouped(walked)} of ${several(left.length, "start")} done.`]);
    showStopped();
  }

  /** @param {{done: number, all: number, found?: [number, number, number][]}} part */
  function takePart({ done, all, found = [] }) {
    for (const [row, col, unvisited] of found) left[fromPair([row, col], cols)] = unvisited;
    showRunning(done, all);
    drawn ||= requestAnimationFrame(draw);
  }

  /** @param {any} answer */
  function takeAnswer(answer) {
    left = answer.unvisited.flat();
    closed = new Set(answer.closed.map((/** @type {number[]} */ pair) => fromPair(pair, cols)));
    draw();
    const { headline: head, lines } = summary(answer);
    tell(head, lines);
    context.announce(`${head}. ${lines.join(" ")}`);
  }

  // -- messages --------------------------------------------------------------------------------------------

  /**
   * @param {number} done
   * @param {number} all
   */
  function showRunning(done, all) {
    bar.value = all ? done / all : 0;
    bar.classList.remove("still");
    stop.textContent = "Stop";
    tell("Walking from every start", [`${grouped(done)} of ${several(all, "start")} done.`]);
  }

  function showStopped() {
    bar.classList.add("still");
    stop.textContent = "Run again";
  }

  /**
   * @param {string} head
   * @param {string[]} lines
   */
  function tell(head, lines) {
    headline.textContent = head;
    words.replaceChildren(...lines.map((line) => el("p", { text: line })));
  }

  /** @param {any} error */
  function tellFailure(error) {
    const isLost = error.status === 0;
    const head = isLost ? "The server is not responding" : "No map";
    const lost = left.some((one) => one !== null)
      ? "The map needs the server. It shows the walks so far, and starts again when the server responds."
      : "The map needs the server. It starts as soon as the server responds.";
    const line = isLost ? lost : sentence(error.message);
    tell(head, [line]);
    context.announce(`${head}. ${line}`);
  }

  // -- drawing ---------------------------------------------------------------------------------------------

  /** The colour of a start, from 0 for a tour to 1 for a walk that ends at once. The scale is logarithmic,
   * because most walks leave only a few squares. */
  function heat(/** @type {number | null} */ unvisited) {
    if (unvisited === null) return null;
    if (unvisited === 0) return 0;
    const share = Math.log(unvisited) / Math.log(Math.max(2, rows * cols - 1));
    return LEAST_HEAT + (1 - LEAST_HEAT) * Math.min(1, share);
  }

  const cellLabel = (/** @type {number} */ n) => {
    const place = show(n, cols);
    const unvisited = left[n] ?? null;
    if (unvisited === null) return `${place}, not tried yet`;
    if (unvisited) return `${place}, ${several(unvisited, "square")} unvisited`;
    return `${place}, ${closed.has(n) ? "closed tour" : "open tour"}`;
  };

  function draw() {
    drawn = 0;
    const marks = new Map();
    left.forEach((unvisited, n) => {
      if (unvisited === null) return;
      const short = board.hasRoomForFigures ? "map-short" : "map-dot"; // the difference is not only a colour
      const kind = closed.has(n) ? "map-closed" : unvisited ? short : "map-full";
      marks.set(n, { kind, text: unvisited ? String(unvisited) : "✓" });
    });
    board.draw({ path: [], heat: left.map(heat), marks, cellLabel });
  }

  /**
   * Open the walk from this start in Watch.
   * @param {number} n
   */
  async function watchFrom(n) {
    let rule = picker.value;
    opening?.abort();
    const mine = new AbortController(); // cancelled if the user goes elsewhere meanwhile
    opening = mine;
    try {
      if (retriesNow()) rule = await ruleThatWalked(n, mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) tellFailure(error);
      return;
    }
    if (mine.signal.aborted) return;
    location.hash = makeLink("watch", {
      board: `${rows}x${cols}`,
      start: show(n, cols),
      how: "greedy",
      ...ruleToLink(rule),
    });
  }

  /** After retries, ask the server which order made the longest walk. */
  async function ruleThatWalked(/** @type {number} */ n, /** @type {AbortSignal} */ signal) {
    // Without shortcuts, because the map also walks from starts of the wrong colour.
    const question = { ...request(), start: show(n, cols), method: "greedy", shortcuts: false };
    const answer = await context.api.ask("solve", question, { signal });
    if (!answer.retries) return picker.value;
    const { prefer, ...rest } = answer.rule;
    return { ...rest, most: prefer === "most", seed: answer.seed };
  }

  return {
    /** @param {Record<string, string>} params */
    show(params) {
      isShown = true;
      const size = parseBoard(params.board, LEAST_SIDE, mostSide);
      const isNew = params.board || !left.length;
      if (!isNew && left.some((one) => one !== null)) return;
      resize(size ?? (params.board ? FIRST_BOARD : { rows, cols }));
      sizes.set({ rows, cols });
      if (params.board) {
        const wrong = size ? [] : ["board"];
        if (!picker.set(ruleFromLink(params))) wrong.push(params.like ? "like" : "ties");
        context.warn(strangeLink(params, wrong));
        retries.value = String(Number(params.retries) || 0);
        retries.value = String(retriesNow());
      }
      run();
    },
    /** The server responds again. */
    retry() {
      picker.setSystems(context.options.systems);
      if (isShown && !running && left.includes(null)) run();
    },
    hide() {
      isShown = false;
      halt();
    },
  };
}

/**
 * A summary of the map.
 * @param {any} answer
 * @returns {{headline: string, lines: string[]}}
 */
export function summary(answer) {
  const { starts, complete, allowed, success_rate: rate, closed, retries, steps, seconds, rule } = answer;
  const colour =
    allowed === 0
      ? " Square colours rule out tours from every start."
      : ` Square colours rule out tours from ${several(starts - allowed, "start")}.`;
  const from = closed.slice(0, MOST_NAMED).map((/** @type {number[]} */ pair) => pair.join(","));
  const more = closed.length > MOST_NAMED ? [`${closed.length - MOST_NAMED} more`] : [];
  const closedTours = `${several(closed.length, "closed tour")}, from ${listed([...from, ...more])}.`;
  const tried = retries ? `, ${grouped(retries)} ${retries === 1 ? "retry" : "retries"}` : "";
  return {
    headline: `Tours from ${grouped(complete)} of ${several(starts, "start")}`,
    lines: [
      `That is ${share(rate)}.${allowed < starts ? colour : ""}`,
      closed.length ? closedTours : "No closed tours.",
      `Rule: ${ruleInWords(rule)}.`,
      `${several(steps, "step")}${tried}, ${showSeconds(seconds)}.`,
    ],
  };
}

/** The meaning of colours and signs. */
function makeLegend() {
  const entry = (/** @type {string} */ kind, /** @type {string} */ sign, /** @type {string} */ text) =>
    el(
      "li",
      {},
      el("span", { class: `swatch ${kind}`, "aria-hidden": "true", text: sign }),
      el("span", { text }),
    );
  return el(
    "ul",
    { class: "survey-legend", "aria-label": "Legend" },
    entry("full", "✓", "open tour"),
    entry("closed", "✓", "closed tour"),
    entry("few", "1", "1 square unvisited"),
    entry("many", "40", "many squares unvisited"),
    entry("none", "", "not tried yet"),
  );
}
