/** Play: the game with mouse, touch, dragging and keyboard, and exact hints, on any board of the other modes. */

import { makeBoardView } from "../board/view.js";
import { isSameBoard, makeBoard } from "../core/board.js";
import { el } from "../core/dom.js";
import { sizeName } from "../core/names.js";
import { currentOptions, onPreparing } from "../core/server.js";
import { prefersStill } from "../core/settings.js";
import { soundMove, soundRefused, soundWin } from "../core/sound.js";
import { FIRST_BOARD } from "../core/view.js";
import { makeExplain } from "./explain.js";
import * as rules from "./game.js";
import { isPlayable, writePath } from "./gamefile.js";
import { makeHelp } from "./help.js";
import { makeKeys } from "./keys.js";
import { nextBoard, waysToStart } from "./levels.js";
import { makeMoves } from "./moves.js";
import { makeOptions } from "./options.js";
import { keepPrefs, readPrefs } from "./prefs.js";
import { makeReplay } from "./replay.js";
import { makeSavedGames } from "./saved.js";
import { meantTarget, sceneOfGame, sceneOfReplay, seeGame } from "./scene.js";
import { makeSession } from "./session.js";
import { makeSharing } from "./sharing.js";
import { makeTooLarge } from "./toolarge.js";
import { makeUnder } from "./under.js";
import { showTime, squareLabel, tellGoal, tellState } from "./words.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("../core/view.js").View} View */

const MOST_SQUARES = 2500; // unless the server reports another limit
const REFUSED = 1400; // milliseconds for which a refused square is marked

/** @param {any} context */
export function make(context) {
  const mostSquares = () => Number(currentOptions().limits.hint_most_squares ?? MOST_SQUARES);
  const prefs = readPrefs();
  const saved = makeSavedGames(mostSquares);
  const isFirstMode = !document.getElementById("stage")?.dataset.mode;
  const first = isPlayable(context.view.board, mostSquares()) ? context.view.board : FIRST_BOARD;
  let isShown = false;
  let isOpened = false; // whether it was ever shown
  let isOpening = false; // then the link is still that of the view
  let forgetting = 0;

  const commands = {
    takeBack: (/** @type {number} */ count) => void session.undo(count),
    hint: () => void askForHint(),
    cancel: () => session.cancelHint(),
    watch,
    renew: () => session.renew(),
    play: (/** @type {Board} */ board) => context.change({ board, params: {} }),
    explore: () => context.go("explore", { start: session.now.game.path[0] }),
    share: () => context.openTab("share"),
  };
  const session = makeSession({
    board: first, saved, api: context.api, announce: context.announce, commands,
    onChange: changed,
    onTick: () => explain.showTime(showTime(session.seconds)),
  }); // prettier-ignore
  const replay = makeReplay({ draw: drawReplay, onEnd: () => isShown && present() });

  const board = makeBoardView({
    board: first,
    label: "Game board",
    onPick: pick,
    canDrag: (/** @type {number} */ n) => n === rules.knightOf(session.now.game) && rules.stateOf(session.now.game) === "playing",
    onDrop: (/** @type {number} */ from, /** @type {number} */ to) => {
      if (from !== to && from === rules.knightOf(session.now.game)) session.go(to);
    },
  });
  const under = makeUnder({
    undo: () => session.undo(),
    redo: () => session.redo(),
    hint: commands.hint,
    renew: commands.renew,
    watch: () => (replay.isRunning ? replay.stop() : watch()),
    next: () => commands.play(/** @type {Board} */ (nextBoard(session.now.game.board))),
  });
  const help = makeHelp({ isOpen: !prefs.helped, onToggle: (isOpen) => setPrefs({ helped: !isOpen }) });
  const moves = makeMoves({ onStep: goToStep });
  const explain = makeExplain({ help, moves: moves.element });
  const options = makeOptions({
    typed: (text) => session.goToTyped(text),
    toggle: (name, on) => {
      setPrefs({ [name]: on });
      present();
    },
    listGames: () => session.listGames(commands.play),
  });
  const sharing = makeSharing({ getView: () => context.view, getGame: () => session.now.game, say: session.say });
  const tooLarge = makeTooLarge({ onPlay: () => commands.play(makeBoard({ rows: 8, cols: 8 })) });

  const invitation = el("p", { class: "play-invitation", "aria-hidden": "true" });
  const box = el("div", { class: "board-box play-box" }, board.element, invitation);
  const stage = el("div", { class: "mode-stage play" }, box, under.element);
  const listen = makeKeys({
    undo: () => session.undo(),
    redo: () => session.redo(),
    hint: commands.hint,
    degrees: toggleDegrees,
    renew: commands.renew,
    cancel: commands.cancel,
    nextTarget,
  });
  onPreparing(() => isShown && session.tellWaiting());

  // -- actions ---------------------------------------------------------------------------------------------

  /** @param {number} square @param {{row: number, col: number} | null} [place]  of the mouse or finger */
  function pick(square, place = null) {
    if (replay.isRunning) return replay.stop();
    const { game } = session.now;
    session.go(place ? meantTarget(game, square, board.pixels, place) : square);
  }

  function askForHint() {
    context.openTab("explain"); // which says why
    return session.askForHint();
  }

  /** Replay the finished tour. Any other action ends the replay. */
  function watch() {
    replay.begin(session.now.game.path.length);
    present();
  }

  /** Go back to a step; in a finished tour, only show it. @param {number} step */
  function goToStep(step) {
    if (rules.stateOf(session.now.game) !== "won") return session.goToStep(step);
    replay.stop();
    drawReplay(step);
    moves.show(session.now.game, step);
  }

  function toggleDegrees() {
    setPrefs({ degrees: !prefs.degrees });
    present();
    context.announce(prefs.degrees ? "Degrees shown." : "Degrees hidden.");
  }

  /** @param {1 | -1} step */
  function nextTarget(step) {
    const targets = rules.targetsOf(session.now.game);
    if (!targets.length) return;
    const focused = document.activeElement?.closest("[data-n]")?.getAttribute("data-n");
    const at = targets.indexOf(Number(focused ?? -1));
    const to = at < 0 ? (step > 0 ? 0 : targets.length - 1) : (at + step + targets.length) % targets.length;
    board.focus(targets[to]);
  }

  /** @param {Partial<import("./prefs.js").Prefs>} changes */
  function setPrefs(changes) {
    Object.assign(prefs, changes);
    keepPrefs(prefs);
  }

  // -- display ---------------------------------------------------------------------------------------------

  /** Show what has changed. @param {{moved?: boolean, refused?: boolean}} what */
  function changed({ moved = false, refused = false }) {
    const hadFocus = board.element.contains(document.activeElement);
    replay.stop();
    present({ glide: moved });
    const { game } = session.now;
    const knight = rules.knightOf(game);
    if (moved && hadFocus && knight !== null) board.focus(knight);
    if (moved && rules.stateOf(game) === "won") celebrate();
    else if (moved) soundMove();
    if (refused) markRefused();
  }

  function celebrate() {
    soundWin();
    context.openTab("explain");
    if (!prefersStill()) board.sweep();
  }

  /** Mark a refused square shortly. */
  function markRefused() {
    soundRefused();
    clearTimeout(forgetting);
    const cell = box.querySelector(`[data-n="${session.now.refused}"]`);
    cell?.classList.add("refused");
    forgetting = setTimeout(() => {
      cell?.classList.remove("refused");
      session.now.refused = null;
      if (isShown && !replay.isRunning) draw();
    }, REFUSED);
  }

  let seen = seeGame(session.now.game, prefs, null);
  const cellLabel = (/** @type {number} */ square) => squareLabel(session.now.game, square, seen);

  function draw({ glide = false } = {}) {
    const { game, hint, refused } = session.now;
    seen = seeGame(game, prefs, hint);
    const scene = sceneOfGame(game, seen, prefs, { hint, refused, suggested: context.view.start });
    board.draw({ ...scene, cellLabel }, { glide });
  }

  /** @param {number} count  of squares to show */
  function drawReplay(count) {
    board.draw({ ...sceneOfReplay(session.now.game, count, prefs.numbers), cellLabel }, { glide: true });
  }

  /** Show the current state of the game. */
  function present({ glide = false } = {}) {
    const { game, note } = session.now;
    const state = rules.stateOf(game);
    if (!replay.isRunning) draw({ glide });
    stage.dataset.state = state;
    const told = tellState(game);
    invitation.textContent = state === "choosing" ? told.headline : "";
    invitation.hidden = state !== "choosing";
    const next = nextBoard(game.board);
    const lostBelow = under.show({
      state,
      status: note?.short?.() ?? tellGoal(game.board),
      kind: note?.short ? (state === "stuck" && note.kind === "plain" ? "stuck" : note.kind) : "",
      visited: game.path.length,
      size: game.board.size,
      canUndo: game.path.length > 0,
      canRedo: game.undone.length > 0,
      isThinking: session.isPending,
      isReplaying: replay.isRunning,
      next: next && sizeName(next),
    });
    const lostBeside = explain.show({
      ...told,
      state,
      note,
      time: showTime(session.seconds),
      visited: `${game.path.length} of ${game.board.size}`,
      undos: String(game.undos),
      hints: String(game.hints),
      starts: waysToStart(game.board, context.view.start, { go: session.go, play: commands.play }),
    });
    moves.show(game, game.path.length);
    options.show(prefs, game.board);
    sharing.refresh();
    if (lostBelow || lostBeside) board.focus(rules.knightOf(game) ?? 0);
    tellLink(state === "won");
    session.runClock();
  }

  /**
   * Put the squares of a finished tour into the link. A game in progress is not in the link: another tab may
   * continue it, and a reload here would then open an old position.
   */
  function tellLink(/** @type {boolean} */ isWon) {
    if (!isShown || isOpening || !isSameBoard(context.view.board, session.now.game.board)) return;
    const squares = isWon ? writePath(session.now.game) : undefined;
    if (squares === context.view.params.squares) return;
    context.change({ params: squares ? { squares } : {} }, { push: false });
  }

  // -- the mode --------------------------------------------------------------------------------------------

  /** Whether the board is too large to be played; then that is said instead of a game. @param {Board} now */
  function isTooLarge(now) {
    const isIt = !isPlayable(now, mostSquares());
    if (isIt) tooLarge.show(now, mostSquares());
    stage.replaceChildren(...(isIt ? [tooLarge.element] : [box, under.element]));
    tabs.explain.replaceChildren(isIt ? tooLarge.words : explain.element);
    listen(!isIt);
    session.setShown(!isIt);
    if (isIt) context.announce(tooLarge.words.textContent);
    return isIt;
  }

  const tabs = { explain: el("div"), options: options.element, share: sharing.element };

  return {
    stage,
    tabs,
    /** @param {View} view @param {View | null} before */
    show(view, before) {
      const isFirst = isFirstMode && !isOpened;
      const wasShown = isShown;
      isShown = isOpened = true;
      // A link that names no board: continue where the player was.
      const last = isFirst && view.board === FIRST_BOARD && !view.params.squares ? saved.last() : null;
      if (last && !isSameBoard(last, view.board)) {
        isShown = false; // so that the game is opened
        return context.change({ board: last }, { push: false });
      }
      if (isTooLarge(view.board)) return;
      isOpening = true;
      const isOther = !isSameBoard(session.now.game.board, view.board);
      if (isOther) board.setBoard(view.board);
      help.setBoard(view.board);
      if (isOther || !wasShown) session.open(view.board);
      // The squares of a tour do not belong to the board that was chosen after it.
      const isStale = before && !isSameBoard(before.board, view.board) && before.params.squares === view.params.squares;
      if (view.params.squares && !isStale) session.openPosition(view.params.squares);
      else if (!wasShown && session.now.note) context.announce(session.now.note.text());
      isOpening = false;
      present();
    },
    hide() {
      session.setShown(false);
      isShown = false;
      listen(false);
      replay.stop();
    },
    retry: () => isShown && isPlayable(context.view.board, mostSquares()) && present(),
    rename: () => board.renameSquares(),
  };
}
