/** Compare: two rules or methods from the same start, side by side, and where their walks first differ. */

import { checkBox, el } from "../core/dom.js";
import { FIRST_BOARD } from "../core/view.js";
import { find } from "../explore/finder.js";
import { lookOf, makeSwitches, noRoomWords, withSwitch } from "../player/look.js";
import { makePlayer } from "../player/player.js";
import { makeCopyLink } from "../share/link.js";
import { differenceOf, differenceWords, isTooLarge, tooLargeWords } from "./comparewords.js";
import { makeMethodTable } from "./methodtable.js";
import { makeSide } from "./side.js";
import { hasRule, questionOf, sideName, sidesOf, storyOf, withHow, withRuleB } from "./sides.js";
import { makeStartField } from "./startfield.js";

const TITLES = ["A", "B"]; // not left and right: on a phone one board is above the other

/** @param {any} context see README.md */
export function make(context) {
  let view = context.view;
  /** @type {{step: number, frame: number | null} | null} */
  let difference = null;
  /** What each side shows or loads: the question, and how to cancel its request. */
  const loading = [{ key: "", request: null }, { key: "", request: null }]; // prettier-ignore
  let playOn = false; // whether to play the new walks at once, because the last ones were playing

  const player = makePlayer({ length: 0, onFrame: draw, onChoice: keepPlace, onStep: announceFrame });
  const sides = TITLES.map((title, k) =>
    makeSide({
      title,
      board: view.board,
      systems: context.options.systems,
      onPick: (start) => context.change({ start }),
      onRule: (rule) => changeRule(k, rule),
      onHow: (how) => context.change({ params: withoutStep(withHow(view.params, k, how)) }, { push: true }),
      onCancel: () => stop(k),
      onAgain: () => load(k),
      onExplore: () => explore(k),
      onMap: () => context.go("map", { rule: sidesOf(view).sides[k].value }),
    }),
  );
  const copyLink = makeCopyLink(context);
  const words = el("p", { class: "difference-words" });
  const jump = el("button", { type: "button", class: "quiet", text: "Go to this step", hidden: true,
    onclick: goToDifference }); // prettier-ignore
  const small = el("button", {
    type: "button", class: "main", text: "Choose 8x8", hidden: true,
    onclick: () => context.change({ board: FIRST_BOARD }),
  }); // prettier-ignore
  const stage = el("div", { class: "mode-stage compare-stage" },
    el("div", { class: "board-box pair" }, ...sides.map(({ element }) => element)),
    el("div", { class: "under compare-under" },
      el("div", { class: "difference", role: "region", "aria-label": "First difference" }, words, jump, small),
      player.element)); // prettier-ignore

  const start = makeStartField({ onStart: (n) => context.change({ start: n }) });
  const switches = makeSwitches(changeLook);
  const closed = checkBox("Closed tours, by methods that can find them", {
    onchange: (on) => context.change({ closed: on }),
  });
  const methods = makeMethodTable(context);
  const explain = el("div", { class: "compare-explain" }, ...sides.map((side) => side.explain));
  const swap = el("button", { type: "button", text: "Swap A and B", onclick: swapSides });
  const options = el("div", { class: "compare-options" },
    el("div", { class: "compare-shared" }, start.element, closed.element, switches.element, swap),
    ...sides.map((side) => side.options)); // prettier-ignore

  // -- choices -----------------------------------------------------------------------------------------

  const withoutStep = ({ step: _, ...rest }) => rest;

  function changeRule(which, rule) {
    if (which === 0) context.change({ rule });
    else context.change({ params: withoutStep(withRuleB(view.params, rule)) }, { push: true });
  }

  function swapSides() {
    const [a, b] = sidesOf(view).sides;
    const params = withHow(withHow(withRuleB(view.params, a.value), 0, b.how), 1, a.how);
    context.change({ rule: b.value, params: withoutStep(params) });
  }

  /** The look of the view. Degrees are not shown unless somebody asks: two boards of them are hard to read. */
  function look() {
    return lookOf({ degrees: "0", ...view.params });
  }

  const lookKey = ({ params }) => ["lines", "numbers", "colours", "degrees"].map((name) => params[name]).join();

  function changeLook(name, on) {
    context.warn(noRoomWords(name, on, view.board, sides[0].view));
    const { degrees: _, ...rest } = view.params;
    const own = { ...rest, ...(on ? { degrees: "1" } : {}) };
    const params = name === "degrees" ? own : withSwitch(view.params, name, on);
    context.change({ params }, { push: false });
  }

  function explore(which) {
    const { how, value } = sidesOf(view).sides[which];
    context.go("explore", { start: view.start, rule: hasRule(how) ? value : view.rule, params: how === "auto" ? {} : { how } });
  }

  /** Keep the frame and the speed in the link. */
  function keepPlace() {
    const { step: _, speed: __, ...rest } = view.params;
    const isLast = player.frame >= player.length - 1;
    const params = {
      ...rest,
      ...(isLast || !player.length ? {} : { step: String(player.frame + 1) }),
      ...(player.speed === null ? {} : { speed: String(player.speed) }),
    };
    if (player.length) context.change({ params }, { push: false });
  }

  // -- walks -------------------------------------------------------------------------------------------

  /** Load the walk of a side, unless it is there already or on its way. */
  function load(which, { again = true } = {}) {
    const question = questionOf(view, sidesOf(view).sides[which]);
    const { key } = question;
    const mine = loading[which];
    if (key === mine.key && (mine.request || !again)) return;
    mine.request?.abort();
    const request = (mine.request = new AbortController());
    mine.key = key;
    playOn ||= player.playing;
    player.pause();
    forgetDifference();
    sides[which].wait(question.how !== "greedy", () => draw(player.frame));
    find(question, { api: context.api, signal: request.signal })
      .then((found) => take(which, request, found), (error) => fail(which, request, error)); // prettier-ignore
  }

  function take(which, request, found) {
    const mine = loading[which];
    if (mine.request !== request) return;
    mine.request = null;
    sides[which].take(found);
    settle();
  }

  function fail(which, request, error) {
    const mine = loading[which];
    if (mine.request !== request || request.signal.aborted) return;
    mine.request = null;
    mine.key = ""; // asked again when the mode is shown next
    sides[which].fail(error);
    context.announce(`${TITLES[which]}: ${error.message}`);
    settle();
    if (error.status === undefined) throw error;
  }

  function stop(which) {
    loading[which].request?.abort();
    Object.assign(loading[which], { key: "", request: null });
    sides[which].stop();
    settle();
  }

  function forgetDifference() {
    difference = null;
    player.setMarks([]);
    jump.hidden = true;
  }

  /** A walk has arrived, or has failed: show what there is. */
  function settle() {
    const [a, b] = sides.map(({ reel }) => reel);
    const nouns = [a, b].map(({ noun }) => noun ?? "step");
    player.setLength(Math.max(a.length, b.length), nouns.includes("frame") ? "frame" : "step");
    const isWhole = sides.every(({ isLoaded }) => isLoaded);
    forgetDifference();
    if (isWhole) {
      difference = differenceOf(a, b);
      jump.hidden = difference === null || difference.frame === null;
      const at = difference?.frame ?? null;
      if (at !== null) player.setMarks([{ at, kind: "part", words: "the walks first differ" }]);
    }
    words.textContent = isWhole ? differenceWords(view.board, a, b) : "";
    if (loading.some(({ request }) => request)) player.length ? player.go(wantedFrame()) : draw(0);
    else {
      context.announce(words.textContent);
      showPlace();
    }
  }

  /** The frame of the view. */
  function wantedFrame() {
    const step = Number(view.params.step);
    return step > 0 ? Math.min(step, player.length) - 1 : player.length - 1;
  }

  /** The walks are there already: go to the frame of the view, and draw if the look has changed. */
  function showAgain(before) {
    const isOther = wantedFrame() !== player.frame && !player.playing;
    if (isOther) showPlace();
    else if (!before || before.board !== view.board || lookKey(before) !== lookKey(view)) draw(player.frame);
  }

  /** Go to the frame of the view, or play if the last walks were playing. */
  function showPlace() {
    const frame = playOn ? 0 : wantedFrame();
    if (player.length) player.go(frame);
    else draw(0);
    if (playOn) player.play();
    playOn = false;
  }

  function goToDifference() {
    player.pause();
    player.go(difference.frame);
    keepPlace();
    announceFrame(player.frame);
  }

  // -- the screen --------------------------------------------------------------------------------------

  function draw(i, how) {
    const isLast = i >= player.length - 1;
    const differs = difference && (difference.frame !== null || isLast) ? difference.step : null;
    for (const side of sides) side.draw(i, { look: look(), start: view.start, differs }, how);
  }

  function announceFrame(i) {
    context.announce(sides.map((side, k) => `${TITLES[k]}: ${side.words(i)}`).join(" "));
  }

  /** Show that the board is too large. */
  function refuse() {
    loading.forEach((one, k) => {
      one.request?.abort();
      Object.assign(one, { key: "", request: null });
      sides[k].clear();
    });
    forgetDifference();
    player.setLength(0);
    words.textContent = tooLargeWords(view.board);
    context.announce(words.textContent);
  }

  function showChoices() {
    const { sides: about, wrong } = sidesOf(view);
    if (wrong.length) context.warnOfLink({ ...view.rule, ...view.params }, wrong);
    about.forEach((side, k) => {
      sides[k].show({ board: view.board, side, name: sideName(side, context.options.systems) });
    });
    start.show(view.board, view.start);
    switches.show(look());
    closed.input.checked = view.closed;
    const speed = Number(view.params.speed);
    player.setSpeed(speed > 0 ? speed : null);
  }

  return {
    stage,
    tabs: { explain, options, methods: { label: "Methods", element: methods.element }, share: copyLink.element },
    show(now, before) {
      view = now;
      copyLink.refresh();
      player.listen(true);
      const large = isTooLarge(view.board);
      small.hidden = !large;
      stage.classList.toggle("refused", large);
      explain.hidden = large;
      if (large) return refuse();
      const story = storyOf(view);
      if (Object.keys(story).length) return context.change(story, { push: false }); // this shows the whole view
      showChoices();
      sides.forEach((_, k) => load(k, { again: false }));
      if (!loading.some(({ request }) => request)) showAgain(before);
      methods.show(view);
      if (before === null && view.params.methods !== undefined) context.openTab("methods");
    },
    hide() {
      player.pause();
      player.listen(false);
      playOn = false;
      methods.halt();
      loading.forEach((one) => {
        if (!one.request) return;
        one.request.abort();
        Object.assign(one, { key: "", request: null });
      });
    },
    rename() {
      sides.forEach((side, k) => {
        side.view.renameSquares();
        loading[k].key = ""; // the outcome names squares: `show` asks again
      });
    },
    /** The server responds again, or its options have arrived. */
    retry() {
      for (const side of sides) side.setSystems(context.options.systems);
      methods.setMethods(context.options.methods);
      if (context.view.mode !== "compare" || isTooLarge(view.board)) return;
      loading.forEach(({ key }, k) => key === "" && load(k, { again: false }));
    },
  };
}
