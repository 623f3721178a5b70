/** Solve and watch: a board, a start and an end, a rule; the walk as it is made; its outcome in words. */

import { makeBoard } from "./boardview.js";
import { checkBox, debounce, el, radios } from "./dom.js";
import { makeEndsPicker } from "./endspicker.js";
import { degrees, isMove, parseBoard, parseSquare, show as showSquare, toPair } from "./geometry.js";
import { makePlayer } from "./player.js";
import { EMPTY, reelOfFrames, reelOfPath } from "./reel.js";
import { makeRulePicker, ruleFromLink, ruleToLink } from "./rulepicker.js";
import { LEAST_SIDE, makeSizePicker, mostSide } from "./sizepicker.js";
import { makeTakeHome } from "./takehome.js";
import { makeTelling } from "./telling.js";
import { outcomeWords, squareWords, walkOutcomeWords, wanted } from "./words.js";

const ASK_WAIT = 180; // milliseconds from a choice to the question: a slider is moved, not placed
const HOWS = [
  ["auto", "Any way"],
  ["greedy", "By the rule"],
  ["search", "Search"],
];
const HOW_NOTES = {
  auto: "Any way that works: the rule first; where it fails, whatever finds a tour or proves that there is none.",
  greedy: "By the rule alone, to the end of a tour or into a dead end. Such a walk ends where it must.",
  search: "By the rule, and back out of every dead end to try the next best; it stops after some thousand steps.",
};

/**
 * @param {HTMLElement} root
 * @param {{api: any, options: any, setLink: (params: object) => void, announce: (text: string) => void}} context
 */
export function make(root, context) {
  const { api } = context;
  const state = { rows: 8, cols: 8, start: 0, end: null, closed: false, how: "auto" };
  const look = { numbers: false, lines: true, colours: false, degrees: true };
  let reel = EMPTY;
  let answer = null; // of the server, for this reel
  let asking = null; // the question under way
  let wantedFrame = null; // from a link
  let isShown = false;

  const board = makeBoard({
    rows: state.rows, cols: state.cols, label: "Board: choose a start or an end", onPick: pick, onKey: pickByKey,
  }); // prettier-ignore
  const player = makePlayer({ length: 0, onFrame: drawFrame, onChoice: keepLink });
  const telling = makeTelling({ api });
  const says = el("div", { class: "says", role: "region", "aria-label": "This step in words" });
  const sizes = makeSizePicker({
    rows: state.rows, cols: state.cols, min: LEAST_SIDE, max: mostSide(context.options), onChange: resize,
  }); // prettier-ignore
  const ends = makeEndsPicker({ onChange: takeEnds });
  const hows = radios("How", HOWS, (how) => choose({ how }));
  const howNote = el("p", { class: "note how-note" });
  const rules = makeRulePicker({ systems: context.options.systems, onChange: takeRule });
  const switches = Object.fromEntries(
    [
      ["lines", "Line"],
      ["numbers", "Numbers"],
      ["colours", "Colours by step"],
      ["degrees", "Degrees"],
    ].map(([name, label]) => [name, checkBox(label, { name, onchange: (on) => switchLook(name, on) })]),
  );
  const takeHome = makeTakeHome({ api, announce: context.announce, getWalk, getLook });

  hows.element.append(howNote);
  root.append(
    el("div", { class: "desk" },
      el("div", { class: "seen" },
        telling.element,
        el("div", { class: "stage" }, board.element),
        player.element,
        el("div", { class: "switches", role: "group", "aria-label": "What is shown" },
          ...Object.values(switches).map(({ element }) => element)),
        says,
        takeHome.element),
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
    restart();
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

  function switchLook(name, on) {
    look[name] = on;
    drawFrame(player.frame);
    keepLink();
  }

  function showChoices() {
    sizes.set(state);
    ends.set({ ...state, canEnd: canEnd() });
    hows.set(state.how);
    howNote.textContent = HOW_NOTES[state.how];
    for (const [name, { input }] of Object.entries(switches)) input.checked = look[name];
  }

  // -- the link ----------------------------------------------------------------------------------

  function keepLink() {
    if (!isShown) return;
    const atEnd = player.frame === player.length - 1;
    context.setLink({
      board: `${state.rows}x${state.cols}`,
      start: state.start === null ? "any" : showSquare(state.start, state.cols),
      end: state.end === null ? null : showSquare(state.end, state.cols),
      closed: state.closed,
      how: state.how === "auto" ? null : state.how,
      ...ruleToLink(rules.value),
      step: player.length && !atEnd ? player.frame + 1 : null,
      numbers: look.numbers,
      lines: look.lines ? null : "0",
      colours: look.colours,
      degrees: look.degrees ? null : "0",
      speed: player.speed,
    });
  }

  function readLink(params) {
    const size = parseBoard(params.board, LEAST_SIDE, mostSide(context.options)) ?? { rows: 8, cols: 8 };
    const square = (text) => parseSquare(text, size.rows, size.cols);
    Object.assign(state, size, {
      start: params.start === "any" ? null : (square(params.start) ?? 0),
      end: square(params.end),
      closed: Boolean(params.closed),
      how: HOWS.some(([how]) => how === params.how) ? params.how : "auto",
    });
    Object.assign(look, {
      numbers: Boolean(params.numbers),
      lines: params.lines !== "0",
      colours: Boolean(params.colours),
      degrees: params.degrees !== "0",
    });
    rules.set(ruleFromLink(params));
    player.setSpeed(Number(params.speed) > 0 ? Number(params.speed) : null);
    wantedFrame = Number(params.step) > 0 ? Number(params.step) - 1 : null;
  }

  // -- questions ---------------------------------------------------------------------------------

  const askSoon = debounce(() => void askNow(), ASK_WAIT);
  let playOn = false; // whether what is answered is to be played at once, as what was seen before was

  /** Show the empty board of the new choices at once, and ask when they have settled. */
  function restart() {
    asking?.abort();
    playOn ||= player.playing;
    player.pause();
    wantedFrame = null;
    clear();
    askSoon();
    keepLink();
  }

  function clear() {
    reel = EMPTY;
    answer = null;
    board.resize(state.rows, state.cols);
    player.setLength(0);
    takeHome.enable(false);
    takeHome.clear();
    telling.wait(wanted(asked(), `${state.rows}×${state.cols}`));
    drawFrame(0);
  }

  function asked() {
    const pair = (n) => (n === null ? null : toPair(n, state.cols));
    const free = state.how === "greedy";
    return { start: pair(state.start), end: free ? null : pair(state.end), closed: !free && state.closed };
  }

  async function askNow() {
    asking?.abort();
    const mine = (asking = new AbortController());
    const question = { board: `${state.rows}x${state.cols}`, ...asked(), ...rules.value };
    try {
      if (state.how === "auto") await askForTour(question, mine.signal);
      else await askForWalk({ ...question, method: state.how }, mine.signal);
    } catch (error) {
      if (mine.signal.aborted) return;
      telling.fail(error);
      drawFrame(0);
    } finally {
      if (asking === mine) asking = null;
    }
  }

  async function askForTour(question, signal) {
    const told = await api.ask("solve", { ...question, method: "auto" }, { signal });
    answer = told;
    const path = told.squares.map(([row, col]) => (row - 1) * state.cols + col - 1);
    take(reelOfPath(state, path), outcomeWords(told), question);
    if (told.outcome === "found" && told.method === "greedy" && !told.retries) {
      await addWords({ ...question, start: told.start, end: null, closed: false }, path, signal);
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
    telling.tell(words, { board: question.board, start: question.start, end: question.end, closed: question.closed });
    context.announce(`${words.head}. ${words.text}`);
    takeHome.enable(reel.path.length > 0);
    const frame = wantedFrame ?? reel.length - 1;
    wantedFrame = null;
    if (reel.length) player.go(playOn ? 0 : frame);
    else drawFrame(0);
    if (playOn) player.play();
    playOn = false;
    keepLink();
  }

  // -- drawing -----------------------------------------------------------------------------------

  function drawFrame(i) {
    const { path, targets, next, left, says: words } = reel.frame(Math.max(0, i));
    const over = i >= reel.length - 1;
    const whole = path.length === state.rows * state.cols;
    const free = look.degrees && !over && board.hasRoomForFigures ? freeDegrees(path) : null;
    const number = new Map(path.map((n, k) => [n, k + 1]));
    const last = path[path.length - 1] ?? null;
    board.draw({
      path,
      closed: whole && isMove(path[0], last, state.cols),
      length: reel.total,
      numbers: look.numbers,
      lines: look.lines,
      colour: look.colours ? "steps" : "plain",
      degrees: free,
      targets: over ? [] : targets,
      next: over ? null : next,
      start: path[0] ?? state.start,
      end: over && path.length > 1 ? last : canEnd() ? state.end : null,
      knight: !(over && look.numbers),
      marks: marksOf(path, over, left),
      cellLabel: (n) =>
        squareWords(n, {
          cols: state.cols,
          number: number.get(n),
          isKnight: n === last,
          isStart: n === (path[0] ?? state.start),
          isEnd: n === state.end || (over && path.length > 1 && n === last),
          degree: free?.get(n),
          isTarget: !over && targets.includes(n),
          note: over && reel.length && !number.has(n) ? "not visited" : "",
        }),
    });
    says.replaceChildren(...words.map((line) => el("span", { text: `${line} ` })));
    says.setAttribute("aria-live", player.playing ? "off" : "polite");
  }

  /** As the rule counts them: with an open start this lowers none, and an end asked for is kept for the last. */
  function freeDegrees(path) {
    const held = canEnd() && state.end !== null && reel.length ? [state.end] : [];
    return degrees(state, [...path, ...held], rules.openStart ? path.slice(0, 1) : []);
  }

  function marksOf(path, over, left) {
    const marks = new Map();
    if (left !== null) marks.set(left, { kind: "left" });
    if (over && reel.length) {
      const visited = new Set(path);
      for (let n = 0; n < state.rows * state.cols; n++) if (!visited.has(n)) marks.set(n, { kind: "missed" });
    }
    return marks;
  }

  // -- to take home ------------------------------------------------------------------------------

  function getWalk() {
    if (!reel.path.length) return null;
    return { board: { rows: state.rows, cols: state.cols }, path: reel.path, facts: answer };
  }

  function getLook(format) {
    const isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
    return {
      numbers: look.numbers,
      colour: look.colours ? "steps" : "plain",
      theme: isDark ? "dark" : "light",
      ...(format === "gif" ? { degrees: look.degrees } : {}),
    };
  }

  let isNew = true;
  return {
    /** Coming back without parameters finds what was left. @param {Record<string, string>} params */
    show(params) {
      isShown = true;
      player.listen(true);
      if (isNew || Object.keys(params).length) {
        isNew = false;
        readLink(params);
        showChoices();
        const frame = wantedFrame;
        clear();
        wantedFrame = frame;
        askSoon.now();
      } else {
        keepLink();
      }
    },
    hide() {
      isShown = false;
      player.pause();
      player.listen(false);
    },
    /** The server answers again: what it could not be asked is asked. */
    retry() {
      rules.setSystems(context.options.systems);
      if (!answer) askSoon.now();
    },
  };
}
