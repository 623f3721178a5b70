/** Explore: a tour draws itself; choose a start, a method and a rule, and read why each step was taken. */

import { makeBoardView } from "../board/view.js";
import { el } from "../core/dom.js";
import { boardName } from "../core/names.js";
import { prefersStill } from "../core/settings.js";
import { EMPTY, frameOfStep, textOf } from "../player/frames.js";
import { lookOf, noRoomWords, pictureLook, withSwitch } from "../player/look.js";
import { makePlayer } from "../player/player.js";
import { makeShare } from "../share/share.js";
import { newTour } from "../walk/client.js";
import { makeActions } from "./actions.js";
import { makeExplain } from "./explain.js";
import { makeFailure } from "./failure.js";
import { makeLoader } from "./loader.js";
import { makeOptions } from "./optionstab.js";
import { sceneFor } from "./scene.js";
import { partlyWords } from "./outcome.js";
import { stepParts } from "./stepparts.js";
import { canEnd, changesFor, howOf, isHopeless, playerParams, questionOf, walkToShare, wanted, wrongParams } from "./question.js";
import { marksOfResult } from "./timelinemarks.js";
import { makeZoomButtons } from "./zoombuttons.js";

const MOST_DRAWN = 20_000; // squares of a walk that draws itself; a longer one is shown at once
const CAPTION = "Arrow keys select a square; Enter makes it the start. s and e set start and end, d shows degrees.";

/** @param {any} context */
export function make(context) {
  const { api, announce } = context;
  /** @type {import("./finder.js").Result | null} */
  let result = null; // what is on the board
  let reel = EMPTY;
  let look = lookOf({});
  let isFirst = true; // until the first walk is there
  let hasInvited = false; // the buttons have stood out: after that they stay quiet
  let drawNext = false; // the next walk draws itself
  let isDrawing = false; // the walk draws itself now: without degrees, to be looked at
  let pointed = null; // a square that the user points at in a text

  const board = makeBoardView({
    board: context.view.board, label: "Board: choose a start", caption: CAPTION, onPick: pick, onKey: useKey,
  }); // prettier-ignore
  const player = makePlayer({ onFrame: goTo, onChoice: keepStep, onStep: sayFrame, onEnd: endDrawing });
  const loader = makeLoader({ api, take, fail, wait: () => explain.wait(), partly: showPartly });
  const failure = makeFailure({
    api, announce, onMarks: redraw, onPoint: point, onShow: (step) => player.goByUser(step - 1), found: markTimeline,
    onContinue: () => ask({ params: { ...context.view.params, continued: "1" } }, { push: true }),
    onPlay: (squares) => context.go("play", { params: { squares } }),
  }); // prettier-ignore
  const explain = makeExplain({
    lostBox: failure.lostBox, proof: failure.proof, onPoint: point, go: (mode) => context.go(mode),
    onWhy: () => {
      explain.hideWhy();
      void failure.askWhy(result.question, { focus: true });
    },
    onAgain: () => load(),
    onStep: (step) => {
      player.goByUser(frameOfStep(reel, step));
      if (reel.noun === "frame") point(reel.path[step - 1]); // the walk may have been another in that frame
    },
  }); // prettier-ignore
  const options = makeOptions({
    systems: context.options.systems,
    onEnds: (changes) => ask(changes),
    onHow: (how) => ask({ params: { ...context.view.params, how: how === "auto" ? undefined : how } }, { push: true }),
    onRule: takeRule,
    onSwitch: changeLook,
    onBoard: (next) => ask({ board: next }),
  });
  const share = makeShare({ context, getWalk: () => walkToShare(result), getLook: () => pictureLook(look) });
  const actions = makeActions({ onTry: () => context.go("play"), onNew: () => void showNewTour() });
  const zooms = makeZoomButtons(board.zoom);
  const stage = el("div", { class: "mode-stage explore" },
    el("div", { class: "board-box" }, board.element, zooms.element, loader.waiting.element),
    el("div", { class: "under" }, player.element)); // prettier-ignore
  player.element.querySelector(".player-row").prepend(actions.element);

  // -- choices -----------------------------------------------------------------------------------

  /** Ask for another walk. @param {object} changes of the view @param {object} [how] */
  function ask(changes, how) {
    const { step: _s, continued: _c, moves: _m, ...kept } = context.view.params;
    const { step: _, ...params } = changes.params ?? kept;
    context.change({ ...changes, params }, how);
  }

  function pick(n) {
    const { view } = context;
    actions.invite(false);
    const isEnd = options.sets === "end" && canEnd(howOf(view));
    drawNext = true;
    if (isEnd) ask({ end: n === view.end ? null : n });
    else if (n === view.start && result && !loader.isBusy) {
      drawItself();
      keepStep();
    } else ask({ start: n });
  }

  function useKey(event, n) {
    if (event.key === "s") pick(n);
    else if (event.key === "e" && canEnd(howOf(context.view))) ask({ end: n });
    else if (event.key === "d") changeLook("degrees", !look.degrees);
    else return;
    event.preventDefault();
  }

  /** A published system also sets its method, unless the method is one that no system has. */
  function takeRule(rule, system) {
    const { params } = context.view;
    const follows = system?.method && ["greedy", "search"].includes(howOf(context.view));
    ask({ rule, ...(follows ? { params: { ...params, how: system.method } } : {}) });
  }

  function changeLook(name, on) {
    const { view } = context;
    context.warn(noRoomWords(name, on, view.board, board));
    context.change({ params: withSwitch(view.params, name, on) });
  }

  async function showNewTour() {
    actions.invite(false);
    const { board: now, params } = context.view;
    const made = await loader.run("Drawing a new tour", (how) => newTour(now, how));
    drawNext = made !== null;
    if (made) ask(changesFor(made.walk, params));
  }

  // -- the walk ----------------------------------------------------------------------------------

  function load() {
    const question = questionOf(context.view, context.options.systems);
    failure.clear();
    void loader.load(question, `Looking for a ${wanted(question, boardName(question.board))}`);
  }

  /** @param {import("./finder.js").Result} found */
  function take(found) {
    const draws = (drawNext || player.playing || isFirst) && !context.view.params.step;
    put(found);
    explain.tell(found.words, { canAsk: found.ending === "gave up" || found.ending === "dead end" });
    actions.allow(!isHopeless(found));
    if (found.missing) explain.remark(`${found.missing} Whether there is a tour can only be decided when it responds.`);
    announce(`${found.words.head}. ${found.words.text}`);
    void failure.explain(found);
    if (draws && reel.length > 1 && reel.total <= MOST_DRAWN && !prefersStill()) drawItself();
    else {
      player.go(wantedFrame());
      if (isFirst) actions.invite((hasInvited = true));
    }
    if (!reel.length) redraw();
    [isFirst, drawNext] = [false, false];
  }

  /** Show a walk on the board, without words about it. @param {import("./finder.js").Result} found */
  function put(found) {
    player.pause();
    [isDrawing, pointed] = [false, null];
    result = found;
    reel = found.reel;
    board.setBoard(found.question.board);
    player.setLength(reel.length, reel.noun ?? "step");
    markTimeline();
    explain.setWalk(found.question.board, reel.path, reel.noun === "frame");
    share.refresh();
  }

  /** The walk by the rule, while the solver looks for a better one. */
  function showPartly(found) {
    put(found);
    player.go(reel.length - 1);
    explain.tell(partlyWords(found));
    explain.wait();
  }

  function fail(error) {
    drawNext = false;
    explain.fail(error, !result || result.question.board !== context.view.board);
    if (error.status !== 0) announce(`No result. ${error.message}`);
    redraw();
  }

  /** The walk draws itself from its start. */
  function drawItself() {
    [isDrawing, drawNext] = [true, false];
    player.go(0);
    player.play();
  }

  function endDrawing() {
    if (isDrawing && !hasInvited) actions.invite((hasInvited = true));
    isDrawing = false;
    redraw();
  }

  function wantedFrame() {
    const step = Number(context.view.params.step);
    return step >= 1 ? step - 1 : reel.length - 1;
  }

  function markTimeline() {
    player.setMarks(marksOfResult(result, failure.lost));
  }

  // -- the link ----------------------------------------------------------------------------------

  function keepStep() {
    if (!player.playing) isDrawing = false;
    context.change({ params: playerParams(context.view.params, player) });
  }

  // -- drawing -----------------------------------------------------------------------------------

  function point(n) {
    if (pointed === n) return;
    pointed = n;
    drawBoard(player.frame, { glide: false }); // the text stays: the mouse is on it
  }

  function goTo(i, how) {
    pointed = null;
    drawFrame(i, how);
  }

  function redraw() {
    drawFrame(player.frame, { glide: false });
  }

  function drawFrame(i, how) {
    const { view } = context;
    const shown = drawBoard(i, how);
    if (result?.question.board.key !== view.board.key) return;
    const step = reel.noun === "frame" && i < reel.length - 1 ? 0 : shown;
    const parts = () => stepParts({ reel, result, at: i, isDrawing, sets: options.sets });
    explain.describe(view.board, parts, { step, playing: player.playing });
  }

  /** Draw a frame, and return how many squares are visited in it. */
  function drawBoard(i, { glide }) {
    const { view } = context;
    const scene = sceneFor({ view, result, look, at: i, failure, pointed, isDrawing, hasRoom: board.hasRoomForFigures });
    board.draw(scene, { glide });
    zooms.refresh();
    return scene.shown;
  }

  function sayFrame(i) {
    actions.invite(false);
    announce(textOf(context.view.board, reel.parts(i)));
  }

  return {
    stage,
    tabs: { explain: explain.element, options: options.element, share: share.element },
    show(view, before, isChosen) {
      if (before === null) player.listen(true);
      if (isChosen && (before ? before.board.key !== view.board.key : view.params.moves)) drawNext = true;
      look = lookOf(view.params);
      options.show(view, look);
      board.setBoard(view.board);
      player.setSpeed(Number(view.params.speed) > 0 ? Number(view.params.speed) : null);
      const { key } = questionOf(view, context.options.systems);
      if (key !== loader.key) {
        const wrong = wrongParams(view, context.options.systems);
        if (wrong.length) context.warnOfLink({ ...view.params, ...view.rule }, wrong);
        load();
      } else if (!loader.isBusy && reel.length && (!player.playing || view.params.step) && player.frame !== wantedFrame()) {
        player.pause(); // while it plays, the view has no step: this one comes from a link
        player.go(wantedFrame());
      } else redraw();
      share.refresh();
    },
    hide() {
      player.pause();
      player.listen(false);
      isDrawing = drawNext = false;
      loader.cancel();
      failure.stop();
    },
    /** The server responds again, or its options have arrived. */
    retry() {
      options.setSystems(context.options.systems);
      if (context.view.mode === "explore" && loader.hasFailed) load();
    },
    /** Squares have other names now. */
    rename() {
      board.renameSquares();
      failure.rename();
      if (result) loader.forget();
    },
  };
}
