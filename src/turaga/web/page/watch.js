/** Watch: choose a board, a start, an end and a rule; watch the walk step by step; read the outcome. */

import { makeLoader } from "./loader.js";
import { makeBoard } from "./boardview.js";
import { el } from "./dom.js";
import { makeEndsPicker } from "./endspicker.js";
import { parseBoard, parseSquare, show as showSquare, toPair } from "./geometry.js";
import { isFromOne, invalidIn } from "./link.js";
import { lookFromLink, lookToLink, makeSwitches, noRoomWords, sceneOf } from "./display.js";
import { isHow, makeHowPicker } from "./howpicker.js";
import { makePlayer } from "./player.js";
import { EMPTY, reelOfFrames, reelOfPath } from "./frames.js";
import { reelOfRepair } from "./repairframes.js";
import { makeRulePicker, ruleFromLink, ruleToLink } from "./rulepicker.js";
import { LEAST_SIDE, makeSizePicker, mostSide } from "./sizepicker.js";
import { makeDownloads, themeNow } from "./downloads.js";
import { makeTelling } from "./telling.js";
import { outcomeWords, repairOutcomeWords, strangeLink, walkOutcomeWords, wanted } from "./words.js";

const USUAL = { lines: true, numbers: false, colours: false, degrees: true };

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
  let answer = null; // the server's response for this walk

  const board = makeBoard({
    rows: state.rows, cols: state.cols, label: "Board: choose a start or end",
    onPick: pick, onKey: pickByKey,
  }); // prettier-ignore
  const player = makePlayer({ length: 0, onFrame: drawFrame, onChoice: keepLink, onStep: sayFrame });
  const loader = makeLoader({
    player, ask, wait, fail, isOtherBoard, forget, draw: drawFrame, readLink, showChoices, keepLink,
  }); // prettier-ignore
  const telling = makeTelling({ api, announce: context.announce, again: loader.again });
  const says = el("div", { class: "says aside", role: "region", "aria-label": "Current step" });
  const sizes = makeSizePicker({
    rows: state.rows, cols: state.cols, min: LEAST_SIDE, max: mostSide(context.options), onChange: resize,
  }); // prettier-ignore
  const ends = makeEndsPicker({ onChange: takeEnds });
  const hows = makeHowPicker({ onChange: (how) => choose({ how }) });
  const rules = makeRulePicker({ systems: context.options.systems, onChange: takeRule });
  const switches = makeSwitches(look, changeLook);
  const downloads = makeDownloads({ api, getLink, getWalk, getLook });

  root.append(
    el("div", { class: "desk" },
      telling.element,
      el("div", { class: "seen" },
        el("div", { class: "stage" }, board.element),
        player.element,
        switches.element),
      says,
      el("div", { class: "home" }, downloads.element),
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
    loader.restart();
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

  /** The keys s and e make the selected square the start or the end. */
  function pickByKey(event, n) {
    if (event.key === "s") choose({ start: n });
    else if (event.key === "e" && canEnd()) choose({ end: n });
  }

  const canEnd = () => state.how !== "greedy";

  function takeEnds(changes) {
    choose(changes);
  }

  /** A published system also sets its method, unless the method is one that no system has. */
  function takeRule(_value, system) {
    choose(system?.method && !["auto", "euler"].includes(state.how) ? { how: system.method } : {});
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
    switches.show();
  }

  // -- the link ----------------------------------------------------------------------------------

  function keepLink() {
    if (!loader.isShown) return;
    context.setLink({
      board: `${state.rows}x${state.cols}`,
      start: state.start === null ? "any" : showSquare(state.start, state.cols),
      end: state.end === null ? null : showSquare(state.end, state.cols),
      closed: state.closed,
      how: state.how === "auto" ? null : state.how,
      ...ruleToLink(rules.value),
      step: loader.stepToLink(),
      ...lookToLink(look, USUAL),
      speed: player.speed,
    });
  }

  function getLink() {
    keepLink(); // the address bar is not updated while the walk is playing
    return context.link();
  }

  function readLink(params) {
    const size = parseBoard(params.board, LEAST_SIDE, mostSide(context.options)) ?? { rows: 8, cols: 8 };
    const square = (text) => parseSquare(text, size.rows, size.cols);
    const wrong = invalidIn(params, {
      board: (text) => parseBoard(text, LEAST_SIDE, mostSide(context.options)) !== null,
      start: (text) => text === "any" || square(text) !== null,
      end: (text) => square(text) !== null,
      how: isHow,
      step: isFromOne,
      speed: isFromOne,
    });
    Object.assign(state, size, {
      start: params.start === "any" ? null : (square(params.start) ?? 0),
      end: square(params.end),
      closed: Boolean(params.closed),
      how: isHow(params.how) ? params.how : "auto",
    });
    Object.assign(look, lookFromLink(params, USUAL));
    if (!rules.set(ruleFromLink(params))) wrong.push(params.like ? "like" : "ties");
    context.warn(strangeLink(params, wrong));
    player.setSpeed(Number(params.speed) > 0 ? Number(params.speed) : null);
    loader.stepFromLink(params.step);
  }

  // -- requests ----------------------------------------------------------------------------------

  function isOtherBoard() {
    return board.rows !== state.rows || board.cols !== state.cols;
  }

  function wait() {
    answer = null;
    downloads.enable(false);
    downloads.clear();
    telling.wait(wanted(requestedEnds(), `${state.rows}x${state.cols}`));
  }

  function fail(error) {
    telling.fail(error);
  }

  function forget() {
    reel = EMPTY;
    board.resize(state.rows, state.cols);
  }

  function requestedEnds() {
    const pair = (n) => (n === null ? null : toPair(n, state.cols));
    const free = state.how === "greedy";
    return { start: pair(state.start), end: free ? null : pair(state.end), closed: !free && state.closed };
  }

  async function ask(signal) {
    const question = { board: `${state.rows}x${state.cols}`, ...requestedEnds(), ...rules.value };
    if (state.how === "auto") await askForTour(question, signal);
    else await askForWalk({ ...question, method: state.how }, signal);
  }

  async function askForTour(question, signal) {
    const response = await api.ask("solve", { ...question, method: "auto" }, { signal });
    answer = response;
    const path = response.squares.map(([row, col]) => (row - 1) * state.cols + col - 1);
    take(reelOfPath(state, path), outcomeWords(response), question);
    if (response.outcome === "found" && response.method === "greedy" && !response.retries) {
      const walk = { ...question, start: response.start, end: null, closed: false };
      await addWords(walk, path, signal).catch(() => {}); // the tour itself has already arrived
    }
  }

  /** If the rule alone finds the same tour, describe each step as a choice of the rule. */
  async function addWords(question, path, signal) {
    const response = await api.ask("walk", { ...question, method: "greedy" }, { signal });
    const walked = reelOfFrames(state, response.frames);
    if (walked.path.length !== path.length || walked.path.some((n, i) => n !== path[i])) return;
    reel = walked;
    drawFrame(player.frame);
  }

  async function askForWalk(question, signal) {
    const response = await api.ask("walk", question, { signal });
    const isRepair = response.method === "euler";
    const walked = isRepair ? reelOfRepair(state, response) : reelOfFrames(state, response.frames);
    const squares = walked.path.map((n) => toPair(n, state.cols));
    const { frames: _frames, ...facts } = response;
    answer = { ...facts, squares };
    const words = isRepair ? repairOutcomeWords(response, squares) : walkOutcomeWords(response, walked.total);
    take(walked, words, question);
  }

  function take(newReel, words, question) {
    reel = newReel;
    // A search also shows the steps that it goes back, and a repair its changes, so not every frame is a step.
    player.setLength(reel.length, ["search", "euler"].includes(state.how) ? "frame" : "step");
    player.setMarks(reel.marks ?? []);
    const { board: size, start, end, closed } = question;
    telling.tell(words, { board: size, start, end, closed });
    context.announce(`${words.head}. ${words.text}`);
    downloads.enable(reel.path.length > 0);
    loader.settle();
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

  // -- downloads ---------------------------------------------------------------------------------

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
    show: loader.show,
    hide: loader.hide,
    /** The server responds again: repeat the request that failed. */
    retry() {
      rules.setSystems(context.options.systems);
      loader.retry();
    },
  };
}
