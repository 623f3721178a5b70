/** Tours chosen uniformly at random: one on the board, or nine small ones. */

import { makeThumbnail } from "../board/thumbnail.js";
import { makeBoardView } from "../board/view.js";
import { boardFields, fromPair, toPair } from "../core/board.js";
import { el } from "../core/dom.js";
import { movesOf } from "../core/moves.js";
import { nameOf } from "../core/names.js";
import { prefersStill } from "../core/settings.js";
import { isSeed, ruleFields } from "../core/view.js";
import { grouped, sentence } from "../core/words.js";

const SEEDS = 2 ** 31;
const MANY = 9;
const DRAW_SECONDS = 4;

/**
 * @param {{context: any, getTours: () => import("./words.js").Tours, onTour: () => void}} how
 *   `onTour` is called when another tour is shown, or none.
 */
export function makeRandomTours({ context, getTours, onTour }) {
  const view = makeBoardView({ board: context.view.board, label: "Random tour" });
  const box = el("div", { class: "board-box" }, view.element);
  const many = el("div", { class: "tour-grid", hidden: true });
  const words = el("p", { class: "random-words" });
  const one = el("button", { type: "button", class: "main", text: "Random tour", onclick: () => void sample(1) });
  const nine = el("button", { type: "button", text: "Nine random tours", onclick: () => void sample(MANY) });
  const again = el("button", { type: "button", class: "quiet", text: "Draw it again", hidden: true, onclick: play });
  const explore = el("button", { type: "button", class: "quiet", text: "Open in Explore", hidden: true, onclick: open });
  const all = el("button", { type: "button", class: "quiet", text: "All nine", hidden: true, onclick: () => pick(null) });
  const reason = el("p", { class: "note random-reason" });
  const under = el("div", { class: "under random-under" },
    el("div", { class: "random-buttons" }, one, nine, again, explore, all), reason, words); // prettier-ignore
  /** @type {{board: any, path: number[], closed: boolean, facts: any} | null} */
  let tour = null;
  /** The tours of the last request. @type {any[]} */
  let draws = [];
  let shown = ""; // which tours are shown or requested: their seed and how many
  let picked = ""; // which of several is on the board
  /** @type {AbortController | null} */
  let running = null;
  let drawing = 0;

  function show(count) {
    if (!tour) return;
    const isWhole = count >= tour.path.length;
    view.draw({
      path: tour.path, shown: count, closed: tour.closed && isWhole, colour: "steps", numbers: isWhole,
      start: tour.path[0], end: isWhole ? tour.path[tour.path.length - 1] : null, knight: !isWhole,
    }); // prettier-ignore
  }

  /** Draw the tour square by square. */
  function play() {
    cancelAnimationFrame(drawing);
    if (!tour) return;
    if (prefersStill()) return show(tour.path.length);
    const began = performance.now();
    const { length } = tour.path;
    const tick = (/** @type {number} */ now) => {
      const count = Math.min(length, 1 + Math.floor(((now - began) / 1000 / DRAW_SECONDS) * length));
      show(count);
      if (count < length) drawing = requestAnimationFrame(tick);
    };
    drawing = requestAnimationFrame(tick);
  }

  function take(drawn) {
    const { board } = getTours();
    tour = { board, path: drawn.squares.map((pair) => fromPair(board, pair)), closed: drawn.closed, facts: drawn };
    showGrid(false);
    view.setBoard(board);
    play();
    const [first, last] = [tour.path[0], tour.path[tour.path.length - 1]].map((n) => nameOf(board, n));
    words.textContent =
      `${drawn.closed ? "A closed tour" : "An open tour"} from ${first} to ${last}, chosen uniformly at random from ` +
      `${grouped(drawn.total)} (seed ${drawn.seed}).`;
    context.announce(words.textContent);
    onTour();
  }

  function showGrid(on) {
    many.hidden = !on;
    box.hidden = on;
    again.hidden = explore.hidden = on || !tour;
    all.hidden = on || draws.length < 2;
  }

  function takeMany() {
    cancelAnimationFrame(drawing);
    const { board } = getTours();
    many.replaceChildren(
      ...draws.map((drawn, k) => {
        const path = drawn.squares.map((pair) => fromPair(board, pair));
        const thumbnail = makeThumbnail({ board, path, closed: drawn.closed });
        return el("button", {
          type: "button", class: "tour-button", "aria-label": `Random tour ${k + 1}: show it on the board`,
          onclick: () => pick(k + 1),
        }, thumbnail); // prettier-ignore
      }),
    );
    many.style.setProperty("--shape", `${board.cols} / ${board.rows}`);
    showGrid(true);
    words.textContent = `Nine tours chosen uniformly at random from ${grouped(draws[0].total)} (seed ${draws[0].seed}).`;
    context.announce(words.textContent);
    onTour();
  }

  /** Show one of nine on the board, or all of them. A step in the history, so that Back returns. */
  function pick(/** @type {number | null} */ which) {
    context.change({ params: { ...context.view.params, pick: which === null ? null : String(which) } }, { push: true });
    (which === null ? many.querySelector("button") : all)?.focus();
  }

  function present() {
    const one = draws.length > 1 ? draws[Number(picked) - 1] : draws[0];
    if (one) take(one);
    else takeMany();
  }

  /** @param {number} number @param {string} [seed] */
  async function sample(number, seed = String(Math.floor(Math.random() * SEEDS)), which = "") {
    const { board, closed, start, end } = getTours();
    running?.abort();
    shown = keyOf(seed, number > 1);
    const mine = (running = new AbortController());
    words.replaceChildren("Choosing… ", el("button", { type: "button", class: "quiet", text: "Cancel", onclick: cancel }));
    const pair = (/** @type {number | null} */ n) => (n === null ? null : toPair(board, n));
    const body = { ...boardFields(board), closed, start: pair(start), end: pair(end), random: number, ...ruleFields({ seed }) };
    try {
      const answer = await context.api.ask("tours", body, { signal: mine.signal });
      if (running !== mine) return;
      running = null;
      if (answer.reason) {
        words.textContent = sentence(answer.reason);
        return;
      }
      const { total } = answer;
      draws = answer.found.map((/** @type {any} */ one) => ({ ...one, total, seed }));
      picked = which;
      present();
      const params = { draw: seed, many: number > 1 ? "1" : null, pick: which || null };
      context.change({ params: { ...context.view.params, ...params } });
    } catch (error) {
      if (running !== mine) return;
      running = null;
      shown = "";
      const isLost = error.status === 0;
      words.textContent = isLost ? "Random tours need the server, which is not responding." : sentence(error.message);
      context.announce(words.textContent);
    }
  }

  function cancel() {
    running?.abort();
    running = null;
    shown = "";
    words.textContent = "Cancelled.";
    one.focus();
  }

  function open() {
    if (!tour) return;
    context.go("explore", { start: tour.path[0], params: { moves: movesOf(tour.board, tour.path) } });
  }

  const keyOf = (/** @type {string} */ seed, /** @type {boolean} */ isMany) => `${seed} ${isMany}`;

  /** Show the tours that a link names. @param {Record<string, string>} params */
  function showParams({ draw, many: isMany, pick: which = "" }) {
    if (!draw || !isSeed(draw)) {
      if (shown && !running) clear();
      if (draw) words.textContent = `“${draw}” is not a seed of random tours.`;
    } else if (shown !== keyOf(draw, isMany === "1")) void sample(isMany === "1" ? MANY : 1, draw, which ?? "");
    else if (!running && draws.length > 1 && (which ?? "") !== picked) {
      picked = which ?? "";
      present();
    }
  }

  /** Forget the tours, and show the board with its start and end. */
  function clear() {
    running?.abort();
    running = null;
    cancelAnimationFrame(drawing);
    tour = null;
    draws = [];
    shown = picked = "";
    showGrid(false);
    words.textContent = "";
    const { board, start, end } = getTours();
    view.setBoard(board);
    view.draw({ path: [], start, end });
    onTour();
  }

  return {
    box,
    many,
    under,
    rename: () => view.renameSquares(),
    /** The tour on the board, or null. */
    get tour() {
      return many.hidden ? tour : null;
    },
    clear,
    show: showParams,
    /** The server responds again: ask again for the tours of the link. @param {Record<string, string>} params */
    retry(params) {
      if (!running && !shown) showParams(params);
    },
    /** Say whether tours can be sampled, and if not, why not. */
    allow({ possible, reason: why = "" }) {
      one.disabled = nine.disabled = !possible;
      reason.textContent = possible || !why ? "" : sentence(why);
    },
    halt() {
      running?.abort();
      running = null;
      cancelAnimationFrame(drawing);
      show(tour?.path.length ?? 0);
    },
  };
}
