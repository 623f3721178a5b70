/**
 * Count: how many tours there are. What is published, what was counted here and what was estimated stand side by
 * side, and none replaces another.
 */

import { boardFields, makeBoard, toPair } from "../core/board.js";
import { debounce, el } from "../core/dom.js";
import { grouped, sentence, showSeconds } from "../core/words.js";
import { makeShare } from "../share/share.js";
import { makeCard } from "./card.js";
import { makeCountOptions } from "./options.js";
import { makeKnownCounts } from "./known.js";
import { makeRandomTours } from "./randomtours.js";
import { inWords, rounded, toursInWords } from "./words.js";

const PLAN_WAIT = 120; // milliseconds after the last change
const LOST = "This needs the server, which is not responding.";
const CHECKING = "Checking whether this is possible…";

export function make(context) {
  /** The results of this visit, by question. @type {Map<string, {counted?: any, estimated?: any}>} */
  const results = new Map();
  /** @type {import("./words.js").Tours} */
  let tours = toursOf(context.view);
  /** @type {{name: string, controller: AbortController} | null} */
  let running = null;
  let isShown = false;

  const cards = {
    known: makeCard({ title: "Published" }),
    counted: makeCard({
      title: "Counted here", action: "Count", onAction: () => void run("counted"), onStop: stop,
    }),
    estimated: makeCard({
      title: "Estimated", action: "Estimate", onAction: () => void run("estimated"), onStop: stop,
    }), // prettier-ignore
  };
  const known = makeKnownCounts({ api: context.api, onChoose: choose });
  const random = makeRandomTours({ context, getTours: () => tours, onTour: () => shared.refresh() });
  const options = makeCountOptions({ context });
  const shared = makeShare({
    context, getWalk: () => random.tour, getLook: () => ({ numbers: true, colour: "steps" }),
  }); // prettier-ignore
  const headline = el("h2", { class: "count-headline" });
  const meaning = el("p", { class: "count-meaning" });
  const found = el("div", { class: "count-found" });
  const stage = el("div", { class: "mode-stage count-stage" },
    el("div", { class: "cards" }, ...Object.values(cards).flatMap(({ element }) => element),
      el("div", { class: "card-reasons" }, cards.counted.reason, cards.estimated.reason)),
    random.box, random.many, random.under); // prettier-ignore
  const explain = el("div", { class: "count-explain" }, headline, meaning, found, known.element);

  // -- what is shown ---------------------------------------------------------------------------------

  const key = () => JSON.stringify(fields());

  /** The fields of a request about these tours. */
  function fields() {
    const { board, closed, directed, start, end } = tours;
    const pair = (/** @type {number | null} */ n) => (n === null ? null : toPair(board, n));
    return { ...boardFields(board), closed, directed, start: pair(start), end: pair(end) };
  }

  function present() {
    headline.textContent = `${tours.closed ? "Closed" : "Open"} tours of ${tours.board.rows}x${tours.board.cols}`;
    meaning.textContent = `This counts ${toursInWords(tours)}.`;
    showKnown();
    const { counted, estimated } = results.get(key()) ?? {};
    showCounted(counted);
    showEstimated(estimated);
    showHow({ counted, estimated });
  }

  function showKnown() {
    const one = known.find(tours);
    if (one) cards.known.show({ number: grouped(one.count), words: inWords(one.count), lines: [one.source] });
    else if (one === null) {
      cards.known.show({ number: "None", lines: ["No published count is known."], state: "empty" });
    } else cards.known.show({ number: known.isMissing ? "Unknown" : "…", lines: [], state: "empty" });
  }

  function showCounted(answer) {
    if (!answer) return cards.counted.show({ number: "Not yet", state: "empty" });
    const published = known.find(tours);
    const isSame = published && String(published.count) === String(answer.count);
    const compared = isSame ? "Matches the published count." : "This differs from the published count.";
    cards.counted.show({
      number: grouped(answer.count), words: inWords(answer.count),
      lines: answer.method === "theory" ? [sentence(answer.reason)] : published ? [compared] : [],
      state: published && !isSame ? "differs" : "done",
    }); // prettier-ignore
  }

  function showEstimated(answer) {
    if (!answer) return cards.estimated.show({ number: "Not yet", state: "empty" });
    if (answer.low === null) {
      return cards.estimated.show({ number: "No estimate", lines: [sentence(answer.reason)] });
    }
    if (!answer.probes) {
      return cards.estimated.show({ number: grouped(answer.estimate), lines: [sentence(answer.reason)] });
    }
    const [low, high] = [answer.low, answer.high].map((number) => inWords(number, 3) || rounded(number));
    cards.estimated.show({
      number: `about ${rounded(answer.estimate)}`, words: inWords(answer.estimate, 3),
      lines: [`Probably ${low} to ${high} (95% confidence).`],
    }); // prettier-ignore
  }

  /** How the numbers were found here, in the panel: the cards have room only for the numbers. */
  function showHow({ counted, estimated }) {
    const lines = [];
    if (counted) {
      lines.push(`Counted here: ${counted.reason} (${showSeconds(counted.seconds)}).`);
    }
    if (estimated?.probes) {
      const how = `${estimated.reason} (seed ${estimated.seed}, ${showSeconds(estimated.seconds)})`;
      lines.push(`Estimated: ${how}. One in 20 such ranges misses the true number.`);
    }
    found.replaceChildren(...lines.map((line) => el("p", { class: "note", text: line })));
  }

  // -- what can be found -----------------------------------------------------------------------------

  const planSoon = debounce(() => void plan(), PLAN_WAIT);

  /** Ask what can be counted, so that nothing is offered that is then refused. */
  async function plan() {
    const mine = key();
    try {
      const answer = await context.api.ask("count", { ...fields(), plan: true });
      if (mine !== key()) return;
      allow(answer);
      if (!answer.count.possible) cards.counted.explainEmpty("Not possible here");
    } catch (error) {
      const reason = error.status === 0 ? LOST : sentence(error.message);
      if (mine === key()) allowNothing(reason);
    }
  }

  function allow({ count, estimate, sample }) {
    const byTheory = count.method === "theory"; // then there is nothing to wait for, and nothing to estimate
    cards.counted.allow(count);
    cards.estimated.allow(byTheory ? { possible: false } : estimate);
    random.allow(sample);
    if (byTheory && !running && !results.get(key())?.counted) void run("counted");
  }

  function allowNothing(reason) {
    const no = { possible: false, reason };
    allow({ count: no, estimate: no, sample: no });
  }

  /** @param {"counted" | "estimated"} name */
  async function run(name) {
    stop();
    const question = key();
    const mine = { name, controller: new AbortController() };
    running = mine;
    cards[name].wait(name === "counted" ? "Counting…" : "Estimating…");
    context.announce(name === "counted" ? "Counting." : "Estimating.");
    try {
      const body = name === "counted" ? fields() : { ...fields(), estimate: true };
      const answer = await context.api.ask("count", body, { signal: mine.controller.signal });
      results.set(question, { ...results.get(question), [name]: answer });
      if (running === mine) finish(answer);
    } catch (error) {
      if (running !== mine) return;
      running = null;
      present();
      const words = error.status === 0 ? LOST : sentence(error.message);
      const number = name === "counted" ? "Not counted" : "Not estimated";
      cards[name].show({ number, lines: [words], state: "failed" });
      context.announce(words);
      planSoon.now();
    }
  }

  function finish(answer) {
    running = null;
    present();
    planSoon.now();
    context.announce(`${grouped(answer.count ?? (answer.low === null ? "no estimate" : answer.estimate))} ${toursInWords(tours)}.`);
  }

  function stop() {
    if (!running) return;
    const { name, controller } = running;
    running = null;
    controller.abort();
    present(); // which gives the focus back to the button
    planSoon.now();
    context.announce(name === "counted" ? "Stopped counting." : "Stopped estimating.");
  }

  // -- the mode --------------------------------------------------------------------------------------

  /** Show one of the published boards. */
  function choose({ rows, cols, kind, directed }) {
    const params = { ...(kind === "open" ? { kind: "open" } : {}), ...(directed ? { directed: "1" } : {}) };
    context.change({ board: makeBoard({ rows, cols }), start: null, end: null, params }, { push: true });
  }

  return {
    stage,
    tabs: { explain, options: options.element, share: shared.element },
    async show(view, before) {
      isShown = true;
      const next = toursOf(view);
      const isNew = before === null || !isSame(next, tours);
      tours = next;
      options.show(view);
      if (isNew) {
        stop();
        random.clear();
        present();
        allowNothing(CHECKING);
        planSoon();
      }
      random.show(view.params);
      if (!isNew) return;
      await known.load();
      if (isShown && !running) present();
    },
    hide() {
      isShown = false;
      stop();
      random.halt();
    },
    retry() {
      if (!isShown) return;
      void known.load().then(() => running || present());
      random.retry(context.view.params);
      planSoon.now();
    },
    rename: () => random.rename(),
  };
}

/** The tours that a view asks for. @returns {import("./words.js").Tours} */
function toursOf({ board, start, end, params }) {
  return { board, start, end, closed: params.kind !== "open", directed: params.directed === "1" };
}

/** @param {import("./words.js").Tours} one @param {import("./words.js").Tours} other */
function isSame(one, other) {
  const fields = /** @type {const} */ (["start", "end", "closed", "directed"]);
  return one.board.key === other.board.key && fields.every((name) => one[name] === other[name]);
}
