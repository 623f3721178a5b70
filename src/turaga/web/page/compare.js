/** Compare: two rules walk from the same start. Shows where they first differ; a table compares methods. */

import { makeLoader } from "./loader.js";
import { makeBoard } from "./boardview.js";
import { el, freshId } from "./dom.js";
import { parseBoard, parseSquare, show as showSquare, toPair } from "./geometry.js";
import { isFromOne, invalidIn } from "./link.js";
import { lookFromLink, lookToLink, makeSwitches, noRoomWords, sceneOf } from "./display.js";
import { makeMethodTable } from "./methodtable.js";
import { makePlayer } from "./player.js";
import { EMPTY, firstDifference, reelOfFrames } from "./frames.js";
import { makeRulePicker, ruleFromLink, ruleToLink } from "./rulepicker.js";
import { LEAST_SIDE, makeSizePicker, mostSide } from "./sizepicker.js";
import { makeTelling } from "./telling.js";
import { noSquare, sentence, several, strangeLink, walkOutcomeWords } from "./words.js";

const USUAL = { lines: true, numbers: false, colours: false, degrees: false };
/** The two sides: their names, and the prefix of their parameters in a link. */
const SIDES = [
  { name: "left", title: "Left", prefix: "a-" },
  { name: "right", title: "Right", prefix: "b-" },
];
/** The first view: a start from which one rule makes a tour and the other, a published one, does not. */
const FIRST = { board: "8x8", start: "5,8", "b-like": "serafeimidis" };

/**
 * @param {HTMLElement} root
 * @param {{api: any, options: any, setLink: (params: object) => void,
 *   announce: (text: string) => void, link: () => string, warn: (text: string) => void}} context
 */
export function make(root, context) {
  const { api } = context;
  const state = { rows: 8, cols: 8, start: 0 };
  const look = { ...USUAL };
  let firstOther = null; // the index of the first square that differs

  const player = makePlayer({ length: 0, onFrame: drawFrame, onChoice: keepLink, onStep: sayFrame });
  const loader = makeLoader({
    player, ask, wait, fail, isOtherBoard, forget, draw: drawFrame, readLink, showChoices, keepLink,
  }); // prettier-ignore
  const sides = SIDES.map((side) => makeSide(side));
  const sizes = makeSizePicker({
    rows: state.rows, cols: state.cols, min: LEAST_SIDE, max: mostSide(context.options), onChange: resize,
  }); // prettier-ignore
  const start = makeStartField();
  const difference = el("p", { class: "difference-words" });
  const jump = el("button", {
    type: "button", class: "quiet", text: "Go to this step", hidden: true, onclick: goToDifference,
  }); // prettier-ignore
  const telling = el(
    "div",
    { class: "difference", role: "region", "aria-label": "First difference" },
    difference,
    jump,
  );
  const switches = makeSwitches(look, changeLook);
  const methods = makeMethodTable({
    api, methods: context.options.methods ?? [], announce: context.announce, question, onChange: keepLink,
  }); // prettier-ignore

  root.append(
    el("div", { class: "compare" },
      telling,
      el("div", { class: "pair" }, ...sides.map(({ element }) => element)),
      el("div", { class: "compare-player" }, player.element),
      switches.element,
      el("div", { class: "compare-choices" },
        el("div", { class: "choices" }, sizes.element, start.element),
        ...sides.map(({ rules }) => rules.element)),
      methods.element),
  ); // prettier-ignore

  /** One side: its board, its rule and its outcome. */
  function makeSide({ name, title, prefix }) {
    const label = `${title} board: choose a start`;
    const board = makeBoard({ rows: state.rows, cols: state.cols, label, onPick: pick });
    const { announce } = context; // both sides fail together, and the announcement is made once
    const outcome = makeTelling({ api, label: `Outcome on the ${name}`, announce, again: loader.again });
    const { systems } = context.options;
    const rules = makeRulePicker({ legend: `${title} rule`, systems, onChange: restart });
    const says = el("div", { class: "says", role: "region", "aria-label": `Current step on the ${name}` });
    const stage = el("div", { class: "stage" }, board.element);
    const element = el("div", { class: `half ${name}` }, outcome.element, stage, says);
    return { name, prefix, board, outcome, rules, says, element, reel: EMPTY };
  }

  function makeStartField() {
    const id = freshId("start");
    const note = el("p", { class: "note", role: "status" });
    const input = el("input", { type: "text", id, autocomplete: "off", spellcheck: "false", maxlength: 7 });
    input.addEventListener("change", () => {
      const n = parseSquare(input.value, state.rows, state.cols);
      if (n !== null) return pick(n);
      input.setAttribute("aria-invalid", "true");
      note.textContent = noSquare(input.value, state);
    });
    return {
      element: el("fieldset", { class: "ends" },
        el("legend", { text: "Start" }),
        el("div", { class: "field end-field start" },
          el("label", { for: id, text: "Type a square or click on a board" }),
          input),
        note), // prettier-ignore
      show() {
        input.value = showSquare(state.start, state.cols);
        input.removeAttribute("aria-invalid");
        note.textContent = "";
      },
    };
  }

  /** The board, the start and the rules, for requests. */
  function question() {
    const board = `${state.rows}x${state.cols}`;
    return { board, start: toPair(state.start, state.cols), rules: sides.map(({ rules }) => rules.value) };
  }

  /** Something has changed that both the walks and the table depend on. */
  function restart() {
    methods.forget();
    loader.restart();
  }

  // -- choices -----------------------------------------------------------------------------------

  function resize({ rows, cols }) {
    const [row, col] = toPair(state.start, state.cols);
    const inside = row <= rows && col <= cols;
    Object.assign(state, { rows, cols, start: inside ? (row - 1) * cols + col - 1 : 0 });
    showChoices();
    restart();
  }

  function pick(n) {
    state.start = n;
    showChoices();
    restart();
  }

  function changeLook(name) {
    context.warn(noRoomWords(name, look, sides[0].board));
    drawFrame(player.frame);
    keepLink();
  }

  function showChoices() {
    sizes.set(state);
    start.show();
    switches.show();
  }

  // -- the link ----------------------------------------------------------------------------------

  function keepLink() {
    if (!loader.isShown) return;
    context.setLink({
      board: `${state.rows}x${state.cols}`,
      start: showSquare(state.start, state.cols),
      ...ruleToLink(sides[0].rules.value, SIDES[0].prefix),
      ...ruleToLink(sides[1].rules.value, SIDES[1].prefix),
      step: loader.stepToLink(),
      ...lookToLink(look, USUAL),
      speed: player.speed,
      ...methods.toLink(),
    });
  }

  function readLink(given) {
    const params = Object.keys(given).length ? given : FIRST;
    const size = parseBoard(params.board, LEAST_SIDE, mostSide(context.options)) ?? { rows: 8, cols: 8 };
    Object.assign(state, size, { start: parseSquare(params.start, size.rows, size.cols) ?? 0 });
    Object.assign(look, lookFromLink(params, USUAL));
    const wrong = invalidIn(params, {
      board: (text) => parseBoard(text, LEAST_SIDE, mostSide(context.options)) !== null,
      start: (text) => parseSquare(text, size.rows, size.cols) !== null,
      step: isFromOne,
      speed: isFromOne,
    });
    for (const { rules, prefix } of sides) {
      const isRead = rules.set(ruleFromLink(params, prefix));
      if (!isRead) wrong.push(prefix + (params[`${prefix}like`] ? "like" : "ties"));
    }
    wrong.push(...methods.readLink(params));
    // Published rules are not known before the server has responded, so the first view gives no warning.
    context.warn(params === FIRST ? "" : strangeLink(params, wrong));
    player.setSpeed(Number(params.speed) > 0 ? Number(params.speed) : null);
    loader.stepFromLink(params.step);
  }

  // -- requests ----------------------------------------------------------------------------------

  function isOtherBoard() {
    const [{ board }] = sides;
    return board.rows !== state.rows || board.cols !== state.cols;
  }

  function wait() {
    for (const side of sides) side.outcome.wait("walk");
  }

  function fail(error) {
    for (const side of sides) side.outcome.fail(error);
  }

  function forget() {
    firstOther = null;
    player.setMarks([]);
    difference.textContent = "";
    jump.hidden = true;
    for (const side of sides) {
      side.reel = EMPTY;
      side.board.resize(state.rows, state.cols);
    }
  }

  async function ask(signal) {
    const { board, start: from, rules } = question();
    const common = { board, start: from, method: "greedy" };
    take(await Promise.all(rules.map((rule) => api.ask("walk", { ...common, ...rule }, { signal }))));
  }

  function take(answers) {
    sides.forEach((side, k) => {
      side.reel = reelOfFrames(state, answers[k].frames);
      side.outcome.tell(walkOutcomeWords(answers[k], side.reel.total), null);
    });
    const [left, right] = sides.map(({ reel }) => reel);
    firstOther = firstDifference(left.path, right.path);
    difference.textContent = differenceWords(left.path, right.path);
    jump.hidden = firstOther === null;
    player.setLength(Math.max(left.length, right.length));
    player.setMarks(firstOther === null ? [] : [{ at: firstOther, kind: "part" }]);
    context.announce(difference.textContent);
    loader.settle();
  }

  function differenceWords(left, right) {
    if (firstOther === null) return `The two walks are the same (${several(left.length, "square")}).`;
    // A walk ends only in a dead end, so neither walk can be the beginning of the other.
    const at = (path) => showSquare(path[firstOther], state.cols);
    const where = `${at(left)} on the left, ${at(right)} on the right`;
    return `The walks first differ at step ${firstOther + 1}: ${where}.`;
  }

  function goToDifference() {
    player.pause();
    player.go(firstOther);
    keepLink();
  }

  // -- drawing -----------------------------------------------------------------------------------

  function drawFrame(i) {
    for (const side of sides) drawSide(side, i);
  }

  function drawSide({ board, reel, rules, says }, i) {
    const frame = reel.frame(Math.min(Math.max(0, i), reel.length - 1));
    const isDifferent = firstOther !== null && i >= firstOther && firstOther < frame.path.length;
    const words = "the walks first differ here";
    board.draw(
      sceneOf({
        board: state,
        view: board,
        look,
        reel,
        frame,
        over: i >= reel.length - 1,
        start: state.start,
        openStart: rules.openStart,
        marks: new Map(isDifferent ? [[frame.path[firstOther], { kind: "part", words }]] : []),
      }),
    );
    says.replaceChildren(...frame.says.map((line) => el("span", { text: `${line} ` })));
  }

  function sayFrame(i) {
    const lines = sides.map(({ name, reel }) => {
      return `${name}: ${reel.frame(Math.min(i, reel.length - 1)).says.join(" ")}`;
    });
    context.announce(lines.map(sentence).join(" "));
  }

  return {
    show: loader.show,
    hide() {
      methods.halt();
      loader.hide();
    },
    retry() {
      methods.setMethods(context.options.methods ?? []);
      for (const { rules } of sides) rules.setSystems(context.options.systems);
      loader.retry();
    },
  };
}
