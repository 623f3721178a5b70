/** Solve and watch: a board, a start and an end, a rule; the walk as it is made; its outcome in words. */

import { makeAsking } from "./asking.js";
import { makeBoard } from "./boardview.js";
import { el, radios } from "./dom.js";
import { makeEndsPicker } from "./endspicker.js";
import { parseBoard, parseSquare, show as showSquare, toPair } from "./geometry.js";
import { isFromOne, strangersIn } from "./link.js";
import { lookFromLink, lookToLink, makeSwitches, noRoomWords, sceneOf } from "./looks.js";
import { makePlayer } from "./player.js";
import { EMPTY, reelOfFrames, reelOfPath } from "./reel.js";
import { makeRulePicker, ruleFromLink, ruleToLink } from "./rulepicker.js";
import { LEAST_SIDE, makeSizePicker, mostSide } from "./sizepicker.js";
import { makeTakeHome, themeNow } from "./takehome.js";
import { makeTelling } from "./telling.js";
import { outcomeWords, strangeLink, walkOutcomeWords, wanted } from "./words.js";

const USUAL = { lines: true, numbers: false, colours: false, degrees: true };
const HOWS = [
  ["auto", "Any way"],
  ["greedy", "By the rule"],
  ["search", "Search"],
];
const HOW_NOTES = {
  auto: "The rule first; where it fails, whatever finds a tour or proves that there is none.",
  greedy: "By the rule alone, to the end of a tour or into a dead end. Such a walk ends where it must.",
  search: "By the rule, and back out of every dead end to try the next best, some thousand steps.",
};

/**
 * @param {HTMLElement} root
 * @param {{api: any, options: any, setLink: (params: object) => void,
 *   announce: (text: string) => void, link: () => string, warn: (text: string) => void}} context
 */
export function make(root, context) {
  const { api } = context;
  const state = { rows: 8, cols: 8, start: 0, end: null, closed: false, how: "auto" };
  const look = { ...USUAL };
  let reel = EMPTY;
  let answer = null; // of the server, for this reel

  const board = makeBoard({
    rows: state.rows, cols: state.cols, label: "Board: choose a start or an end",
    onPick: pick, onKey: pickByKey,
  }); // prettier-ignore
  const player = makePlayer({ length: 0, onFrame: drawFrame, onChoice: keepLink, onStep: sayFrame });
  const asking = makeAsking({
    player, ask, wait, fail, isOtherBoard, forget, draw: drawFrame, readLink, showChoices, keepLink,
  }); // prettier-ignore
  const telling = makeTelling({ api, announce: context.announce, again: asking.again });
  const says = el("div", { class: "says aside", role: "region", "aria-label": "This step in words" });
  const sizes = makeSizePicker({
    rows: state.rows, cols: state.cols, min: LEAST_SIDE, max: mostSide(context.options), onChange: resize,
  }); // prettier-ignore
  const ends = makeEndsPicker({ onChange: takeEnds });
  const hows = radios("How", HOWS, (how) => choose({ how }));
  const howNote = el("p", { class: "note how-note" });
  const rules = makeRulePicker({ systems: context.options.systems, onChange: takeRule });
  const switches = makeSwitches(look, changeLook);
  const takeHome = makeTakeHome({ api, getLink, getWalk, getLook });

  hows.element.append(howNote);
  root.append(
    el("div", { class: "desk" },
      telling.element,
      el("div", { class: "seen" },
        el("div", { class: "stage" }, board.element),
        player.element,
        switches.element),
      says,
      el("div", { class: "home" }, takeHome.element),
      el("div", { class: "choices" },
        sizes.element,
        ends.element,
        hows.element,
        rules.element)),
  ); // prettier-ignore

  // -- choices -----------------------------------------------------------------------------------

  function choose(changes) {
    Object.assign(state, changes);
    showChoices();
    asking.restart();
  }

  function resize({ rows, cols }) {
    const inside = (n) => {
      if (n === null) return null;
      const [row, col] = toPair(n, state.cols);
      return row <= rows && col <= cols ? (row - 1) * cols + col - 1 : null;
    };
    const start = inside(state.start) ?? (state.start === null ? null : 0);
    choose({ rows, cols, start, end: inside(state.end) });
  }

  function pick(n) {
    choose(ends.sets === "end" && canEnd() ? { end: n === state.end ? null : n } : { start: n });
  }

  /** s and e on a square make it the start or the end, whatever a click sets. */
  function pickByKey(event, n) {
    if (event.key === "s") choose({ start: n });
    else if (event.key === "e" && canEnd()) choose({ end: n });
  }

  const canEnd = () => state.how !== "greedy";

  function takeEnds(changes) {
    choose(changes);
  }

  /** A known system comes with its method: its rule is shown at work. */
  function takeRule(_value, system) {
    choose(system?.method && state.how !== "auto" ? { how: system.method } : {});
  }

  function changeLook(name) {
    context.warn(noRoomWords(name, look, board));
    drawFrame(player.frame);
    keepLink();
  }

  function showChoices() {
    sizes.set(state);
    ends.set({ ...state, canEnd: canEnd() });
    hows.set(state.how);
    howNote.textContent = HOW_NOTES[state.how];
    switches.show();
  }

  // -- the link ----------------------------------------------------------------------------------

  function keepLink() {
    if (!asking.isShown) return;
    context.setLink({
      board: `${state.rows}x${state.cols}`,
      start: state.start === null ? "any" : showSquare(state.start, state.cols),
      end: state.end === null ? null : showSquare(state.end, state.cols),
      closed: state.closed,
      how: state.how === "auto" ? null : state.how,
      ...ruleToLink(rules.value),
      step: asking.stepToLink(),
      ...lookToLink(look, USUAL),
      speed: player.speed,
    });
  }

  function getLink() {
    keepLink(); // while it plays the address stays behind
    return context.link();
  }

  function readLink(params) {
    const size = parseBoard(params.board, LEAST_SIDE, mostSide(context.options)) ?? { rows: 8, cols: 8 };
    const square = (text) => parseSquare(text, size.rows, size.cols);
    const wrong = strangersIn(params, {
      board: (text) => parseBoard(text, LEAST_SIDE, mostSide(context.options)) !== null,
      start: (text) => text === "any" || square(text) !== null,
      end: (text) => square(text) !== null,
      how: (text) => HOWS.some(([how]) => how === text),
      step: isFromOne,
      speed: isFromOne,
    });
    Object.assign(state, size, {
      start: params.start === "any" ? null : (square(params.start) ?? 0),
      end: square(params.end),
      closed: Boolean(params.closed),
      how: HOWS.some(([how]) => how === params.how) ? params.how : "auto",
    });
    Object.assign(look, lookFromLink(params, USUAL));
    if (!rules.set(ruleFromLink(params))) wrong.push(params.like ? "like" : "ties");
    context.warn(strangeLink(params, wrong));
    player.setSpeed(Number(params.speed) > 0 ? Number(params.speed) : null);
    asking.stepFromLink(params.step);
  }

  // -- questions ---------------------------------------------------------------------------------

  function isOtherBoard() {
    return board.rows !== state.rows || board.cols !== state.cols;
  }

  function wait() {
    answer = null;
    takeHome.enable(false);
    takeHome.clear();
    telling.wait(wanted(asked(), `${state.rows}×${state.cols}`));
  }

  function fail(error) {
    telling.fail(error);
  }

  function forget() {
    reel = EMPTY;
    board.resize(state.rows, state.cols);
  }

  function asked() {
    const pair = (n) => (n === null ? null : toPair(n, state.cols));
    const free = state.how === "greedy";
    return { start: pair(state.start), end: free ? null : pair(state.end), closed: !free && state.closed };
  }

  async function ask(signal) {
    const question = { board: `${state.rows}x${state.cols}`, ...asked(), ...rules.value };
    if (state.how === "auto") await askForTour(question, signal);
    else await askForWalk({ ...question, method: state.how }, signal);
  }

  async function askForTour(question, signal) {
    const told = await api.ask("solve", { ...question, method: "auto" }, { signal });
    answer = told;
    const path = told.squares.map(([row, col]) => (row - 1) * state.cols + col - 1);
    take(reelOfPath(state, path), outcomeWords(told), question);
    if (told.outcome === "found" && told.method === "greedy" && !told.retries) {
      const walk = { ...question, start: told.start, end: null, closed: false };
      await addWords(walk, path, signal).catch(() => {}); // the tour is there all the same
    }
  }

  /** A tour that the rule walked alone is told step by step as the rule went, if it is the same tour. */
  async function addWords(question, path, signal) {
    const told = await api.ask("walk", { ...question, method: "greedy" }, { signal });
    const walked = reelOfFrames(state, told.frames);
    if (walked.path.length !== path.length || walked.path.some((n, i) => n !== path[i])) return;
    reel = walked;
    drawFrame(player.frame);
  }

  async function askForWalk(question, signal) {
    const told = await api.ask("walk", question, { signal });
    const walked = reelOfFrames(state, told.frames);
    const { frames: _frames, ...facts } = told;
    answer = { ...facts, squares: walked.path.map((n) => toPair(n, state.cols)) };
    take(walked, walkOutcomeWords(told, walked.total), question);
  }

  function take(newReel, words, question) {
    reel = newReel;
    player.setLength(reel.length);
    const { board: size, start, end, closed } = question;
    telling.tell(words, { board: size, start, end, closed });
    context.announce(`${words.head}. ${words.text}`);
    takeHome.enable(reel.path.length > 0);
    asking.settle();
  }

  // -- drawing -----------------------------------------------------------------------------------

  function drawFrame(i) {
    const frame = reel.frame(Math.max(0, i));
    board.draw(
      sceneOf({
        board: state,
        view: board,
        look,
        reel,
        frame,
        over: i >= reel.length - 1,
        start: state.start,
        end: canEnd() ? state.end : null,
        openStart: rules.openStart,
      }),
    );
    says.replaceChildren(...frame.says.map((line) => el("span", { text: `${line} ` })));
  }

  function sayFrame(i) {
    context.announce(reel.frame(i).says.join(" "));
  }

  // -- to take home ------------------------------------------------------------------------------

  function getWalk() {
    if (!reel.path.length) return null;
    return { board: { rows: state.rows, cols: state.cols }, path: reel.path, facts: answer };
  }

  function getLook(format) {
    return {
      numbers: look.numbers,
      colour: look.colours ? "steps" : "plain",
      ...(look.lines ? {} : { style: "squares" }),
      theme: themeNow(),
      ...(format === "gif" ? { degrees: look.degrees } : {}),
    };
  }

  return {
    show: asking.show,
    hide: asking.hide,
    /** The server answers again: what it could not be asked is asked. */
    retry() {
      rules.setSystems(context.options.systems);
      asking.retry();
    },
  };
}
