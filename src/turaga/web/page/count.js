// Count: how many tours there are, as others counted them and as this machine does, and what exactly is
// counted.

import { makeBoard } from "./boardview.js";
import { rounded, share, showSeconds, toursInWords } from "./countwords.js";
import { checkBox, el, freshId, radios } from "./dom.js";
import { fromPair, parseBoard, parseSquare, show } from "./geometry.js";
import { breakable, makeKnownCounts } from "./knowncounts.js";
import { makeReplay } from "./replay.js";
import { LEAST_SIDE, makeSizePicker, mostSide } from "./sizepicker.js";
import { makeTakeHome, themeNow } from "./takehome.js";
import { grouped, sentence, strangeLink } from "./words.js";

const FIRST = { rows: 6, cols: 6 };
const SEEDS = 2 ** 31;
const ROOM_FOR_LISTS = "(min-width: 44rem)"; // else a list is opened by who wants it

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
  /** @type {number[]} the tour drawn last */
  let path = [];
  let isRound = false;
  /** @type {object} what the server said of it */
  let facts = {};

  // -- what is asked ---------------------------------------------------------------------------------------

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
  const kinds = radios("Which tours", [["closed", "Closed"], ["open", "Open"]], (value) => {
    closed = value === "closed";
    changed();
  });
  const ways = checkBox("Count each way on its own (directed)", {
    onchange: (on) => {
      directed = on;
      changed();
    },
  });
  const start = squareField("Start (if it matters)");
  const end = squareField("End (if it matters)");
  const meaning = el("p", { class: "count-meaning" });
  const countButton = el("button", { type: "submit", class: "main", text: "Count" });
  const sampleButton = el("button", { type: "button", text: "Draw one fairly", onclick: () => sample() });
  const form = el(
    "form",
    { class: "count-asked", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), count()) },
    sizes.element,
    kinds.element,
    ways.element,
    el("div", { class: "count-ends" }, start.element, end.element),
    meaning,
    el("div", { class: "count-deeds" }, countButton, sampleButton),
  );

  // -- what is told ----------------------------------------------------------------------------------------

  const figure = el("p", { class: "count-figure" });
  const words = el("div", { class: "outcome-text count-words" });
  const actions = el("div", { class: "count-actions" });
  const told = el("section", { class: "count-told told", "aria-label": "The count" }, figure, words, actions);
  const board = makeBoard({ rows, cols, label: "A tour drawn fairly" });
  const stage = el("div", { class: "stage" }, board.element);
  const drawnWords = el("p", { class: "count-drawn-words" });
  const replay = makeReplay({ draw: drawTour });
  const takeHome = makeTakeHome({
    api: context.api,
    getLink: context.link,
    getWalk: () => ({ board: { rows, cols }, path, facts }),
    getLook: () => ({ numbers: true, colour: "steps", theme: themeNow() }),
  });
  const drawn = el(
    "section",
    { class: "count-drawn", "aria-label": "A tour drawn fairly" },
    stage,
    drawnWords,
    replay.element,
  );
  const home = el("div", { class: "home", hidden: true }, takeHome.element);
  const known = makeKnownCounts({ api: context.api, onChoose: choose });

  root.append(
    el(
      "div",
      { class: "desk count" },
      el("div", { class: "choices" }, form),
      told,
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
   * The square a field names: null for none, undefined for what is no square.
   * @param {{input: HTMLInputElement, wrong: HTMLElement}} field
   * @returns {string | null | undefined}
   */
  function readField({ input, wrong }) {
    const text = input.value.trim();
    const square = text ? parseSquare(text, rows, cols) : null;
    const isWrong = text !== "" && square === null;
    wrong.textContent = isWrong ? `“${text}” is no square of the board: write 1,1 or a1.` : "";
    if (isWrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    return isWrong ? undefined : square === null ? null : show(square, cols);
  }

  /** The tours that are meant; null while a field holds no square. */
  function tours() {
    const [from, to] = [readField(start), readField(end)];
    if (from === undefined || to === undefined) return null;
    return { board: `${rows}x${cols}`, closed, directed, start: from, end: to };
  }

  /** Something else is asked for: what was told before is of something else. */
  function changed() {
    halt();
    const meant = tours();
    kinds.set(closed ? "closed" : "open");
    meaning.textContent = meant
      ? `Counted: ${toursInWords(meant)}.`
      : "Counted: nothing yet; a start or an end is no square of the board.";
    countButton.disabled = !meant;
    sampleButton.disabled = !meant;
    tellKnown(meant);
    showNoTour();
    tellLink();
  }

  /**
   * Let the address name the tours that are meant, and the one that was drawn, by its seed.
   * @param {number | null} [drawnBy]
   */
  function tellLink(drawnBy = null) {
    const meant = tours();
    if (meant) context.setLink({ ...meant, closed: closed ? null : "0", directed, draw: drawnBy });
  }

  /** Say what is known of these tours, before anything is counted here. */
  function tellKnown(/** @type {import("./countwords.js").Tours | null} */ meant) {
    const found = meant && known.find(meant);
    told.dataset.state = found ? "known" : "empty";
    figure.replaceChildren(...(found ? breakable(grouped(found.count)) : ["Not counted yet"]));
    const unknown = known.isLoaded ? "Not among the known counts below. " : "";
    const lines = found
      ? [`Known: ${found.counted}.`, sentence(found.source), "Count it here to see whether it is so."]
      : [`${unknown}Small boards are counted in a moment, large ones estimated.`];
    words.replaceChildren(...lines.map((line) => el("p", { text: line })));
    setActions();
  }

  // -- counting --------------------------------------------------------------------------------------------

  /**
   * Ask, with the clock shown and a way to stop; `tell` gets the answer.
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
    told.dataset.state = "running";
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
      if (running === mine) finish(() => tellFailure(error, body));
    }
  }

  /** What can be done now; the focus that was among what could be done before goes along. */
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
    if (meant) ask(`Counting the ${toursMeant()}`, "count", meant, tellCount);
  }

  function estimate() {
    const meant = tours();
    if (!meant) return;
    const body = { ...meant, estimate: true };
    ask(`Estimating the ${toursMeant()}`, "count", body, tellEstimate);
  }

  /** @param {any} answer */
  function tellCount(answer) {
    const meant = tours();
    const found = meant && known.find(meant);
    const isSame = found && String(found.count) === String(answer.count);
    const how = `${answer.method === "theory" ? "there are none:" : `${answer.method},`} ${answer.reason}`;
    const agreement = found
      ? isSame
        ? `The known count is the same. ${sentence(found.source)}`
        : `The known count is another: ${grouped(found.count)}. ${sentence(found.source)}`
      : "No known count to hold against it.";
    tellNumber("counted", grouped(answer.count), [
      `Counted: ${answer.counted}.`,
      agreement,
      `${sentence(how)} ${showSeconds(answer.seconds)}.`,
    ]);
    told.dataset.agrees = found ? String(isSame) : "";
  }

  /** @param {any} answer */
  function tellEstimate(answer) {
    if (answer.estimate === null) {
      tellNumber("unknown", "Nothing is known", [`${sentence(answer.reason)} More probes may meet a tour.`]);
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
      `The standard error is ${error}: 95 times in 100 the number is from ${low} to ${high}, less often ` +
        "where few probes become tours.",
      `${sentence(answer.reason)} That is ${share(answer.share)}; seed ${answer.seed}, ` +
        `${showSeconds(answer.seconds)}.`,
    ]);
  }

  /**
   * @param {string} state
   * @param {string} number
   * @param {string[]} lines
   * @param {HTMLElement[]} buttons  of what can be done now
   */
  function tellNumber(state, number, lines, ...buttons) {
    told.dataset.state = state;
    figure.replaceChildren(...breakable(number));
    words.replaceChildren(...lines.map((line) => el("p", { text: line })));
    setActions(...buttons);
    told.scrollIntoView({ block: "nearest" });
    context.announce(`${number}. ${lines.join(" ")}`);
  }

  /**
   * @param {any} error
   * @param {any} body
   */
  function tellFailure(error, body) {
    const isLost = error.status === 0;
    // The sentence is that of the command line; here a button says its end.
    const why = error.message.replace(/; -*estimate gives an estimate instead/, "");
    const lost = "Counting needs the server; it will be looked for again.";
    const line = isLost ? lost : sentence(why);
    const mayEstimate = !isLost && !body.estimate && (error.status === 422 || error.status === 504);
    const button = mayEstimate
      ? el("button", { type: "button", text: "Estimate it", onclick: estimate })
      : el("button", { type: "button", text: "Try again", onclick: body.estimate ? estimate : count });
    tellNumber("failed", isLost ? "The server does not answer" : "Not counted", [line], button);
  }

  // -- one of them -----------------------------------------------------------------------------------------

  function sample(seed = Math.floor(Math.random() * SEEDS)) {
    const meant = tours();
    if (!meant) return;
    const { directed: _, ...which } = meant;
    const body = { ...which, number: 1, seed };
    ask(`Drawing one of the ${toursMeant()}`, "sample", body, tellSample);
  }

  /** @param {any} answer */
  function tellSample(answer) {
    const [tour] = answer.draws ?? [];
    if (!tour) {
      tellNumber("counted", "None", [sentence(answer.reason ?? "there are no such tours")]);
      return;
    }
    const another = el("button", { type: "button", text: "Draw another", onclick: () => sample() });
    const lines = [
      `From ${grouped(tour.total)} ${tour.counted}, each as likely as any other.`,
      `Found by ${tour.method} in ${showSeconds(tour.seconds)}; seed ${tour.seed}.`,
    ];
    tellNumber("drawn", "One drawn fairly", lines, another);
    path = tour.squares.map((/** @type {number[]} */ pair) => fromPair(pair, cols));
    isRound = tour.closed;
    facts = tour;
    tellLink(tour.seed);
    drawn.classList.remove("blank");
    stage.inert = false;
    home.hidden = false;
    takeHome.clear();
    board.resize(rows, cols);
    drawTour(path.length);
    replay.begin(path.length, { still: true });
    const name = isRound ? "A closed tour" : "An open tour";
    const ends = `from ${tour.start.join(",")} to ${tour.end.join(",")}`;
    drawnWords.textContent = `${name} of ${rows}x${cols}, ${ends}.`;
  }

  /** The board that is meant, with the start and the end asked for; where there is little room, nothing. */
  function showNoTour() {
    const meant = tours();
    const number = (/** @type {string | null | undefined} */ text) => parseSquare(text, rows, cols);
    drawn.classList.add("blank");
    stage.inert = true; // there is nothing on it to go to
    home.hidden = true;
    replay.end();
    board.resize(rows, cols);
    board.draw({ start: number(meant?.start), end: number(meant?.end) });
    drawnWords.textContent = "“Draw one fairly” shows one of these tours here.";
  }

  /** @param {number} count  of squares to be seen */
  function drawTour(count) {
    const isWhole = count === path.length;
    const number = new Map(path.map((n, i) => [n, i + 1]));
    board.draw({
      path: path.slice(0, count),
      closed: isWhole && isRound,
      length: path.length,
      numbers: true,
      colour: "steps",
      knight: !isWhole,
      start: path[0],
      end: isWhole && !isRound ? path[count - 1] : null,
      cellLabel: (n) => `${show(n, cols)}, number ${number.get(n)}`,
    });
  }

  // -- the mode --------------------------------------------------------------------------------------------

  /** Take over a known count's question. */
  function choose(/** @type {{board: string, kind: string, directed: boolean}} */ one) {
    const size = parseBoard(one.board, LEAST_SIDE, most);
    if (!size) return;
    take({ ...size, closed: one.kind === "closed", directed: one.directed, start: "", end: "" });
    form.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {{rows: number, cols: number, closed: boolean, directed: boolean, start: string,
   *   end: string}} asked
   */
  function take(asked) {
    ({ rows, cols, closed, directed } = asked);
    sizes.set({ rows, cols });
    ways.input.checked = directed;
    start.input.value = asked.start;
    end.input.value = asked.end;
    changed();
  }

  async function loadKnown() {
    await known.load();
    if (window.matchMedia(ROOM_FOR_LISTS).matches) known.open({ closed, directed });
    if (["known", "empty"].includes(told.dataset.state ?? "")) tellKnown(tours());
  }

  return {
    /** @param {Record<string, string>} params */
    show(params) {
      const asked = parseBoard(params.board, LEAST_SIDE, most);
      const size = asked ?? { rows, cols };
      context.warn(strangeLink(params, params.board && !asked ? ["board"] : []));
      if (params.board || told.dataset.state === undefined) {
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
    /** The server answers again. */
    retry: loadKnown,
    hide() {
      if (running) stop();
      replay.pause();
    },
  };
}
