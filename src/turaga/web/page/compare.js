/** Compare: two rules from the same start, walking together, and where they part. */

import { makeAsking } from "./asking.js";
import { makeBoard } from "./boardview.js";
import { el, freshId } from "./dom.js";
import { parseBoard, parseSquare, show as showSquare, toPair } from "./geometry.js";
import { isFromOne, strangersIn } from "./link.js";
import { lookFromLink, lookToLink, makeSwitches, noRoomWords, sceneOf } from "./looks.js";
import { makePlayer } from "./player.js";
import { EMPTY, partingOf, reelOfFrames } from "./reel.js";
import { makeRulePicker, ruleFromLink, ruleToLink } from "./rulepicker.js";
import { LEAST_SIDE, makeSizePicker, mostSide } from "./sizepicker.js";
import { makeTelling } from "./telling.js";
import { noSquare, sentence, several, strangeLink, walkOutcomeWords } from "./words.js";

const USUAL = { lines: true, numbers: false, colours: false, degrees: false };
/** The sides, as they are named and as the link names them. */
const SIDES = [
  { name: "left", title: "Left", prefix: "a-" },
  { name: "right", title: "Right", prefix: "b-" },
];
/** What is seen first: a start from which one rule makes a tour and the other, a published one, does not. */
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
  let parting = null; // the index of the first squares that differ

  const player = makePlayer({ length: 0, onFrame: drawFrame, onChoice: keepLink, onStep: sayFrame });
  const asking = makeAsking({
    player, ask, wait, fail, isOtherBoard, forget, draw: drawFrame, readLink, showChoices, keepLink,
  }); // prettier-ignore
  const sides = SIDES.map((side) => makeSide(side));
  const sizes = makeSizePicker({
    rows: state.rows, cols: state.cols, min: LEAST_SIDE, max: mostSide(context.options), onChange: resize,
  }); // prettier-ignore
  const start = makeStartField();
  const difference = el("p", { class: "difference-words" });
  const jump = el("button", {
    type: "button", class: "quiet", text: "Go there", hidden: true, onclick: goToParting,
  }); // prettier-ignore
  const telling = el(
    "div",
    { class: "difference", role: "region", "aria-label": "The first difference" },
    difference,
    jump,
  );
  const switches = makeSwitches(look, changeLook);

  root.append(
    el("div", { class: "compare" },
      telling,
      el("div", { class: "pair" }, ...sides.map(({ element }) => element)),
      el("div", { class: "compare-player" }, player.element),
      switches.element,
      el("div", { class: "compare-choices" },
        el("div", { class: "choices" }, sizes.element, start.element),
        ...sides.map(({ rules }) => rules.element))),
  ); // prettier-ignore

  /** One of the two: its board, its rule, its outcome. */
  function makeSide({ name, title, prefix }) {
    const label = `${title} board: choose a start`;
    const board = makeBoard({ rows: state.rows, cols: state.cols, label, onPick: pick });
    const { announce } = context; // both fail together, and it is said once
    const told = makeTelling({ api, label: `Outcome on the ${name}`, announce, again: asking.again });
    const { systems } = context.options;
    const rules = makeRulePicker({ legend: `${title} rule`, systems, onChange: asking.restart });
    const says = el("div", { class: "says", role: "region", "aria-label": `This step on the ${name}` });
    const stage = el("div", { class: "stage" }, board.element);
    const element = el("div", { class: `half ${name}` }, told.element, stage, says);
    return { name, prefix, board, told, rules, says, element, reel: EMPTY };
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
          el("label", { for: id, text: "Typed, or clicked on a board" }),
          input),
        note), // prettier-ignore
      show() {
        input.value = showSquare(state.start, state.cols);
        input.removeAttribute("aria-invalid");
        note.textContent = "";
      },
    };
  }

  // -- choices -----------------------------------------------------------------------------------

  function resize({ rows, cols }) {
    const [row, col] = toPair(state.start, state.cols);
    const inside = row <= rows && col <= cols;
    Object.assign(state, { rows, cols, start: inside ? (row - 1) * cols + col - 1 : 0 });
    showChoices();
    asking.restart();
  }

  function pick(n) {
    state.start = n;
    showChoices();
    asking.restart();
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
    if (!asking.isShown) return;
    context.setLink({
      board: `${state.rows}x${state.cols}`,
      start: showSquare(state.start, state.cols),
      ...ruleToLink(sides[0].rules.value, SIDES[0].prefix),
      ...ruleToLink(sides[1].rules.value, SIDES[1].prefix),
      step: asking.stepToLink(),
      ...lookToLink(look, USUAL),
      speed: player.speed,
    });
  }

  function readLink(given) {
    const params = Object.keys(given).length ? given : FIRST;
    const size = parseBoard(params.board, LEAST_SIDE, mostSide(context.options)) ?? { rows: 8, cols: 8 };
    Object.assign(state, size, { start: parseSquare(params.start, size.rows, size.cols) ?? 0 });
    Object.assign(look, lookFromLink(params, USUAL));
    const wrong = strangersIn(params, {
      board: (text) => parseBoard(text, LEAST_SIDE, mostSide(context.options)) !== null,
      start: (text) => parseSquare(text, size.rows, size.cols) !== null,
      step: isFromOne,
      speed: isFromOne,
    });
    for (const { rules, prefix } of sides) {
      const isRead = rules.set(ruleFromLink(params, prefix));
      if (!isRead) wrong.push(prefix + (params[`${prefix}like`] ? "like" : "ties"));
    }
    // Before a server was reached no known rule can be found: that of the first view is not missed then.
    context.warn(params === FIRST ? "" : strangeLink(params, wrong));
    player.setSpeed(Number(params.speed) > 0 ? Number(params.speed) : null);
    asking.stepFromLink(params.step);
  }

  // -- questions ---------------------------------------------------------------------------------

  function isOtherBoard() {
    const [{ board }] = sides;
    return board.rows !== state.rows || board.cols !== state.cols;
  }

  function wait() {
    for (const side of sides) side.told.wait("walk");
  }

  function fail(error) {
    for (const side of sides) side.told.fail(error);
  }

  function forget() {
    parting = null;
    player.setMarks([]);
    difference.textContent = "";
    jump.hidden = true;
    for (const side of sides) {
      side.reel = EMPTY;
      side.board.resize(state.rows, state.cols);
    }
  }

  async function ask(signal) {
    const size = `${state.rows}x${state.cols}`;
    const question = { board: size, start: toPair(state.start, state.cols), method: "greedy" };
    const answers = await Promise.all(
      sides.map(({ rules }) => api.ask("walk", { ...question, ...rules.value }, { signal })),
    );
    take(answers);
  }

  function take(answers) {
    sides.forEach((side, k) => {
      side.reel = reelOfFrames(state, answers[k].frames);
      side.told.tell(walkOutcomeWords(answers[k], side.reel.total), null);
    });
    const [left, right] = sides.map(({ reel }) => reel);
    parting = partingOf(left.path, right.path);
    difference.textContent = partingWords(left.path, right.path);
    jump.hidden = parting === null;
    player.setLength(Math.max(left.length, right.length));
    player.setMarks(parting === null ? [] : [{ at: parting, kind: "part" }]);
    context.announce(difference.textContent);
    asking.settle();
  }

  function partingWords(left, right) {
    if (parting === null) return `The walks are the same, ${several(left.length, "square")} long.`;
    // A walk ends where nothing is free: so neither can be the beginning of the other.
    const goes = (path) => `goes to ${showSquare(path[parting], state.cols)}`;
    return `The walks part at step ${parting + 1}: left ${goes(left)}, right ${goes(right)}.`;
  }

  function goToParting() {
    player.pause();
    player.go(parting);
    keepLink();
  }

  // -- drawing -----------------------------------------------------------------------------------

  function drawFrame(i) {
    for (const side of sides) drawSide(side, i);
  }

  function drawSide({ board, reel, rules, says }, i) {
    const frame = reel.frame(Math.min(Math.max(0, i), reel.length - 1));
    const isParted = parting !== null && i >= parting && parting < frame.path.length;
    const words = "here the walks part";
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
        marks: new Map(isParted ? [[frame.path[parting], { kind: "part", words }]] : []),
      }),
    );
    says.replaceChildren(...frame.says.map((line) => el("span", { text: `${line} ` })));
  }

  function sayFrame(i) {
    const told = sides.map(({ name, reel }) => {
      return `${name}: ${reel.frame(Math.min(i, reel.length - 1)).says.join(" ")}`;
    });
    context.announce(told.map(sentence).join(" "));
  }

  return {
    show: asking.show,
    hide: asking.hide,
    retry() {
      for (const { rules } of sides) rules.setSystems(context.options.systems);
      asking.retry();
    },
  };
}
