// Count: how many tours there are, as published and as counted here, and what exactly is counted.

import { makeBoard } from "./boardview.js";
import { rounded, share, showSeconds, toursInWords } from "./countwords.js";
import { checkBox, el, freshId, radios } from "./dom.js";
import { fromPair, parseBoard, parseSquare, show } from "./geometry.js";
import { breakable, makeKnownCounts } from "./knowncounts.js";
import { makeReplay } from "./replay.js";
import { LEAST_SIDE, makeSizePicker, mostSide } from "./sizepicker.js";
import { makeDownloads, themeNow } from "./downloads.js";
import { grouped, noSquare, sentence, strangeLink } from "./words.js";

const FIRST = { rows: 6, cols: 6 };
const SEEDS = 2 ** 31;
const ROOM_FOR_LISTS = "(min-width: 44rem)"; // on narrower screens the lists start closed

/**
 * @param {HTMLElement} root
 * @param {{api: any, options: any, setLink: (params: object) => void,
 *   announce: (text: string) => void, link: () => string, warn: (text: string) => void}} context
 */
export function make(root, context) {
  const most = mostSide(context.options);
  let { rows, cols } = FIRST;
  let closed = true;
  let directed = false;
  /** @type {AbortController | null} */
  let running = null;
  let ticking = 0;
  let began = 0;
  /** @type {number[]} the last random tour */
  let path = [];
  let isClosed = false;
  /** @type {object} the server's response for it */
  let facts = {};

  // -- the form --------------------------------------------------------------------------------------------

  const sizes = makeSizePicker({
    rows,
    cols,
    min: LEAST_SIDE,
    max: most,
    onChange: (size) => {
      ({ rows, cols } = size);
      changed();
    },
  });
  const kinds = radios("Kind of tour", [["closed", "Closed"], ["open", "Open"]], (value) => {
    closed = value === "closed";
    changed();
  });
  const ways = checkBox("Count each tour in both directions", {
    onchange: (on) => {
      directed = on;
      changed();
    },
  });
  const start = squareField("Start (optional)");
  const end = squareField("End (optional)");
  const meaning = el("p", { class: "count-meaning" });
  const countButton = el("button", { type: "submit", class: "main", text: "Count" });
  const sampleButton = el("button", { type: "button", text: "Random tour", onclick: () => sample() });
  const form = el(
    "form",
    { class: "count-form", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), count()) },
    sizes.element,
    kinds.element,
    ways.element,
    el("div", { class: "count-ends" }, start.element, end.element),
    meaning,
    el("div", { class: "count-buttons" }, countButton, sampleButton),
  );

  // -- the result ------------------------------------------------------------------------------------------

  const figure = el("p", { class: "count-figure" });
  const words = el("div", { class: "outcome-text count-words" });
  const actions = el("div", { class: "count-actions" });
  const region = { class: "count-result told", "aria-label": "The count" };
  const result = el("section", region, figure, words, actions);
  const board = makeBoard({ rows, cols, label: "Random tour" });
  const stage = el("div", { class: "stage" }, board.element);
  const drawnWords = el("p", { class: "count-drawn-words" });
  const replay = makeReplay({ draw: drawTour });
  const downloads = makeDownloads({
    api: context.api,
    getLink: context.link,
    getWalk: () => ({ board: { rows, cols }, path, facts }),
    getLook: () => ({ numbers: true, colour: "steps", theme: themeNow() }),
  });
  const drawn = el(
    "section",
    { class: "count-drawn", "aria-label": "Random tour" },
    stage,
    drawnWords,
    replay.element,
  );
  const home = el("div", { class: "home", hidden: true }, downloads.element);
  const known = makeKnownCounts({ api: context.api, onChoose: choose });

  root.append(
    el(
      "div",
      { class: "desk count" },
      el("div", { class: "choices" }, form),
      result,
      el("div", { class: "seen" }, drawn),
      home,
    ),
    known.element,
  );

  /** @param {string} label */
  function squareField(label) {
    const id = freshId("end");
    const input = el("input", {
      id,
      type: "text",
      size: 8,
      maxlength: 12,
      placeholder: "any",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      "aria-describedby": `${id}-wrong`,
      oninput: changed,
    });
    const wrong = el("span", { class: "note", id: `${id}-wrong`, role: "status" });
    const element = el("div", { class: "field" }, el("label", { for: id, text: label }), input, wrong);
    return { element, input, wrong };
  }

  /**
   * The square in a field: null if the field is empty, undefined if it is not a square of the board.
   * @param {{input: HTMLInputElement, wrong: HTMLElement}} field
   * @returns {string | null | undefined}
   */
  function readField({ input, wrong }) {
    const text = input.value.trim();
    const square = text ? parseSquare(text, rows, cols) : null;
    const isWrong = text !== "" && square === null;
    wrong.textContent = isWrong ? noSquare(text, { rows, cols }) : "";
    if (isWrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    return isWrong ? undefined : square === null ? null : show(square, cols);
  }

  /** The tours described by the form; null if a field is not valid. */
  function tours() {
    const [from, to] = [readField(start), readField(end)];
    if (from === undefined || to === undefined) return null;
    return { board: `${rows}x${cols}`, closed, directed, start: from, end: to };
  }

  /** The form has changed, so the last result no longer applies. */
  function changed() {
    halt();
    const meant = tours();
    kinds.set(closed ? "closed" : "open");
    meaning.textContent = meant
      ? `This counts ${toursInWords(meant)}.`
      : "The start or the end is not a square of this board.";
    countButton.disabled = !meant;
    sampleButton.disabled = !meant;
    tellKnown(meant);
    showNoTour();
    tellLink();
  }

  /**
   * Put the tours into the link, and the random tour by its seed.
   * @param {number | null} [seed]
   */
  function tellLink(seed = null) {
    const meant = tours();
    if (meant) context.setLink({ ...meant, closed: closed ? null : "0", directed, draw: seed });
  }

  /** Show the published count of these tours, before anything is counted here. */
  function tellKnown(/** @type {import("./countwords.js").Tours | null} */ meant) {
    const found = meant && known.find(meant);
    result.dataset.state = found ? "known" : "empty";
    figure.replaceChildren(...(found ? breakable(grouped(found.count)) : ["Not counted yet"]));
    const unknown = known.isLoaded ? "There is no published count for this. " : "";
    const lines = found
      ? [`Published: ${found.counted}.`, sentence(found.source), "Select Count to check it."]
      : [`${unknown}Small boards are counted in a moment. Large boards can be estimated.`];
    words.replaceChildren(...lines.map((line) => el("p", { text: line })));
    setActions();
  }

  // -- counting --------------------------------------------------------------------------------------------

  /**
   * Send a request, and show a clock and a button to stop it. `tell` gets the response.
   * @param {string} what
   * @param {string} path
   * @param {object} body
   * @param {(answer: any) => void} tell
   */
  async function ask(what, path, body, tell) {
    halt();
    const mine = new AbortController();
    running = mine;
    began = performance.now();
    result.dataset.state = "running";
    figure.textContent = what;
    const time = el("p", { class: "count-time", text: "0 s" });
    words.replaceChildren(time);
    setActions(el("button", { type: "button", text: "Stop", onclick: stop }));
    ticking = window.setInterval(() => {
      time.textContent = `${Math.floor((performance.now() - began) / 1000)} s`;
    }, 1000);
    context.announce(`${what}.`);
    try {
      const answer = await context.api.ask(path, body, { signal: mine.signal });
      if (running === mine) finish(() => tell(answer));
    } catch (error) {
      if (running === mine) finish(() => (path === "sample" ? tellNoSample : tellFailure)(error, body));
    }
  }

  /** Replace the action buttons. If one of them had the focus, it moves to the first new button. */
  function setActions(/** @type {HTMLElement[]} */ ...buttons) {
    const hadFocus = actions.contains(document.activeElement);
    actions.replaceChildren(...buttons);
    if (hadFocus) (buttons[0] ?? countButton).focus();
  }

  /** @param {() => void} tell */
  function finish(tell) {
    halt();
    tell();
  }

  function halt() {
    running?.abort();
    running = null;
    window.clearInterval(ticking);
  }

  function stop() {
    halt();
    tellKnown(tours());
    words.prepend(el("p", { text: "Stopped." }));
    context.announce("Stopped.");
    countButton.focus();
  }

  const toursMeant = () => `${closed ? "closed" : "open"} tours of ${rows}x${cols}`;

  function count() {
    const meant = tours();
    if (meant) ask(`Counting ${toursMeant()}`, "count", meant, tellCount);
  }

  function estimate() {
    const meant = tours();
    if (!meant) return;
    const body = { ...meant, estimate: true };
    ask(`Estimating ${toursMeant()}`, "count", body, tellEstimate);
  }

  /** @param {any} answer */
  function tellCount(answer) {
    const meant = tours();
    const found = meant && known.find(meant);
    const isSame = found && String(found.count) === String(answer.count);
    const how = answer.method === "theory" ? "No tour is possible" : `Method ${answer.method}`;
    const agreement = found
      ? isSame
        ? `The published count is the same. ${sentence(found.source)}`
        : `The published count is different: ${grouped(found.count)}. ${sentence(found.source)}`
      : "There is no published count to compare with.";
    tellNumber("counted", grouped(answer.count), [
      `Counted: ${answer.counted}.`,
      agreement,
      `${how}: ${answer.reason} (${showSeconds(answer.seconds)}).`,
    ]);
    result.dataset.agrees = found ? String(isSame) : "";
  }

  /** @param {any} answer */
  function tellEstimate(answer) {
    if (answer.estimate === null) {
      const more = "With turaga count --estimate --probes, you can try more.";
      tellNumber("unknown", "No estimate", [`${sentence(answer.reason)} ${more}`]);
      return;
    }
    if (!answer.probes) {
      const lines = [`Counted: ${answer.counted}.`, sentence(answer.reason)];
      tellNumber("counted", grouped(answer.estimate), lines);
      return;
    }
    const [about, error, low, high] = [answer.estimate, answer.error, answer.low, answer.high].map(rounded);
    tellNumber("estimated", `about ${about}`, [
      `Estimated: ${answer.counted}.`,
      `The standard error is ${error}. The 95% confidence interval is ${low} to ${high}. It is less ` +
        "reliable when few probes become tours.",
      `${sentence(answer.reason)} That is ${share(answer.share)}. Seed ${answer.seed}, ` +
        `${showSeconds(answer.seconds)}.`,
    ]);
  }

  /**
   * @param {string} state
   * @param {string} number
   * @param {string[]} lines
   * @param {HTMLElement[]} buttons  actions that are possible now
   */
  function tellNumber(state, number, lines, ...buttons) {
    result.dataset.state = state;
    figure.replaceChildren(...breakable(number));
    words.replaceChildren(...lines.map((line) => el("p", { text: line })));
    setActions(...buttons);
    result.scrollIntoView({ block: "nearest" });
    context.announce(`${number}. ${lines.join(" ")}`);
  }

  /**
   * @param {any} error
   * @param {any} body
   */
  function tellFailure(error, body) {
    const isLost = error.status === 0;
    const lost = "Counting needs the server. The page keeps trying to reach it.";
    const line = isLost ? lost : sentence(error.message);
    const mayEstimate = !isLost && !body.estimate && (error.status === 422 || error.status === 504);
    const button = mayEstimate
      ? el("button", { type: "button", text: "Estimate", onclick: estimate })
      : el("button", { type: "button", text: "Try again", onclick: body.estimate ? estimate : count });
    tellNumber("failed", isLost ? "The server is not responding" : "Not counted", [line], button);
  }

  /**
   * @param {any} error
   * @param {any} body
   */
  function tellNoSample(error, body) {
    const isLost = error.status === 0;
    const lost = "Random tours need the server. The page keeps trying to reach it.";
    const again = el("button", { type: "button", text: "Try again", onclick: () => sample(body.seed) });
    const buttons = error.status === 422 ? [] : [again]; // the same request would fail again
    const head = isLost ? "The server is not responding" : "No random tour";
    tellNumber("failed", head, [isLost ? lost : sentence(error.message)], ...buttons);
  }

  // -- a random tour ---------------------------------------------------------------------------------------

  function sample(seed = Math.floor(Math.random() * SEEDS)) {
    const meant = tours();
    if (!meant) return;
    const { directed: _, ...which } = meant;
    const body = { ...which, number: 1, seed };
    ask(`Choosing one of the ${toursMeant()}`, "sample", body, tellSample);
  }

  /** @param {any} answer */
  function tellSample(answer) {
    const [tour] = answer.draws ?? [];
    if (!tour) {
      tellNumber("counted", "None", [sentence(answer.reason ?? "there are no such tours")]);
      return;
    }
    const another = el("button", { type: "button", text: "Another random tour", onclick: () => sample() });
    const lines = [
      `Chosen uniformly at random from ${grouped(tour.total)} ${tour.counted}.`,
      `Method ${tour.method}, ${showSeconds(tour.seconds)}, seed ${tour.seed}.`,
    ];
    tellNumber("drawn", "A random tour", lines, another);
    path = tour.squares.map((/** @type {number[]} */ pair) => fromPair(pair, cols));
    isClosed = tour.closed;
    facts = tour;
    tellLink(tour.seed);
    drawn.classList.remove("blank");
    stage.inert = false;
    home.hidden = false;
    downloads.clear();
    board.resize(rows, cols);
    drawTour(path.length);
    replay.begin(path.length, { still: true });
    const name = isClosed ? "A closed tour" : "An open tour";
    const ends = `from ${tour.start.join(",")} to ${tour.end.join(",")}`;
    drawnWords.textContent = `${name} of ${rows}x${cols}, ${ends}.`;
  }

  /** Show the chosen board with its start and end. On small screens the board is hidden. */
  function showNoTour() {
    const meant = tours();
    const number = (/** @type {string | null | undefined} */ text) => parseSquare(text, rows, cols);
    drawn.classList.add("blank");
    stage.inert = true; // there is nothing on it to use
    home.hidden = true;
    replay.end();
    board.resize(rows, cols);
    board.draw({ start: number(meant?.start), end: number(meant?.end) });
    drawnWords.textContent = "Select Random tour to see one of these tours here.";
  }

  /** @param {number} count  of squares to show */
  function drawTour(count) {
    const isWhole = count === path.length;
    const step = new Map(path.map((n, i) => [n, i + 1]));
    board.draw({
      path: path.slice(0, count),
      closed: isWhole && isClosed,
      length: path.length,
      numbers: true,
      colour: "steps",
      knight: !isWhole,
      start: path[0],
      end: isWhole && !isClosed ? path[count - 1] : null,
      cellLabel: (n) => `${show(n, cols)}, step ${step.get(n)}`,
    });
  }

  // -- the mode --------------------------------------------------------------------------------------------

  /** Fill in the form for a published count. */
  function choose(/** @type {{board: string, kind: string, directed: boolean}} */ one) {
    const size = parseBoard(one.board, LEAST_SIDE, most);
    if (!size) return;
    take({ ...size, closed: one.kind === "closed", directed: one.directed, start: "", end: "" });
    form.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {{rows: number, cols: number, closed: boolean, directed: boolean, start: string,
   *   end: string}} wanted
   */
  function take(wanted) {
    ({ rows, cols, closed, directed } = wanted);
    sizes.set({ rows, cols });
    ways.input.checked = directed;
    start.input.value = wanted.start;
    end.input.value = wanted.end;
    changed();
  }

  async function loadKnown() {
    await known.load();
    if (window.matchMedia(ROOM_FOR_LISTS).matches) known.open({ closed, directed });
    if (["known", "empty"].includes(result.dataset.state ?? "")) tellKnown(tours());
  }

  return {
    /** @param {Record<string, string>} params */
    show(params) {
      const found = parseBoard(params.board, LEAST_SIDE, most);
      const size = found ?? (params.board ? FIRST : { rows, cols });
      context.warn(strangeLink(params, params.board && !found ? ["board"] : []));
      if (params.board || result.dataset.state === undefined) {
        take({
          ...size,
          closed: params.closed !== "0",
          directed: Boolean(params.directed),
          start: params.start ?? "",
          end: params.end ?? "",
        });
      }
      loadKnown();
      if (/^\d{1,10}$/.test(params.draw ?? "")) sample(Number(params.draw));
    },
    /** The server responds again. */
    retry: loadKnown,
    hide() {
      if (running) stop();
      replay.pause();
    },
  };
}
