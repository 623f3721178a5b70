/** Play: the game with mouse, touch, dragging and keyboard, and exact hints, on any board up to a limit. */

import { isSameBoard, makeBoard } from "../core/board.js";
import { el } from "../core/dom.js";
import { currentOptions, onPreparing } from "../core/server.js";
import { prefersStill } from "../core/settings.js";
import { soundMove, soundRefused, soundWin } from "../core/sound.js";
import { changed as changedView, FIRST_BOARD, linkOf } from "../core/view.js";
import { makeShare } from "../share/share.js";
import { makeExplain } from "./explain.js";
import * as rules from "./game.js";
import { makeGameBoard } from "./gameboard.js";
import { isPlayable, writeGame, writePath } from "./gamefile.js";
import { makeHelp } from "./help.js";
import { makeKeys } from "./keys.js";
import { nextBoard, waysToStart } from "./levels.js";
import { makeMoves } from "./moves.js";
import { makeOptions } from "./options.js";
import { keepPrefs, readPrefs } from "./prefs.js";
import { makeReplay } from "./replay.js";
import { makeSavedGames } from "./saved.js";
import { makeSession } from "./session.js";
import { makeTooLarge } from "./toolarge.js";
import { makeUnder } from "./under.js";
import { viewBelow, viewBeside } from "./views.js";
import { showTime } from "./words.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("../core/view.js").View} View */

const MOST_SQUARES = 2500; // unless the server reports another limit
const EARLY = 4; // steps in which the help stays, unless it is closed

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

  const commands = {
    takeBack: (/** @type {number} */ count) => void session.undo(count),
    hint: () => void askForHint(),
    cancel: () => session.cancelHint(),
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
  const replay = makeReplay({ draw: (step) => board.drawReplay(step), onEnd: () => isShown && present() });

  const board = makeGameBoard({
    board: first, now: session.now, prefs, getStart: () => context.view.start,
    onGo: goTo,
  }); // prettier-ignore
  const under = makeUnder({
    undo: () => session.undo(),
    redo: () => session.redo(),
    hint: commands.hint,
    renew: commands.renew,
    watch: () => (replay.isRunning ? replay.stop() : watch()),
    next: () => commands.play(/** @type {Board} */ (nextBoard(session.now.game.board))),
  });
  const help = makeHelp({ isNew: !prefs.helped, onClose: () => setPrefs({ helped: true }) });
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
  const share = makeShare({
    context,
    getWalk() {
      const { game } = session.now;
      return game.path.length ? { board: game.board, path: game.path, facts: writeGame(game) } : null;
    },
    getLook: () => ({ numbers: prefs.numbers, colour: "steps" }),
    getLink() {
      const params = { squares: writePath(session.now.game) };
      return `${location.origin}/${linkOf(changedView(context.view, { params }))}`;
    },
  });
  const tooLarge = makeTooLarge({ onPlay: () => commands.play(makeBoard({ rows: 8, cols: 8 })) });

  const stage = el("div", { class: "mode-stage play" }, board.box, under.element);
  const listen = makeKeys({
    undo: () => session.undo(),
    redo: () => session.redo(),
    hint: commands.hint,
    degrees: toggleDegrees,
    renew: commands.renew,
    cancel: commands.cancel,
    nextTarget: board.focusTarget,
  });
  onPreparing(() => isShown && session.tellWaiting());

  // -- actions ---------------------------------------------------------------------------------------------

  function askForHint() {
    context.openTab("explain"); // which says why
    return session.askForHint();
  }

  /** A square was clicked, or the knight dropped on it. A finished tour stays as it is. @param {number} square */
  function goTo(square) {
    if (replay.isRunning) replay.stop();
    else if (rules.stateOf(session.now.game) !== "won") session.go(square);
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
    board.drawReplay(step);
    moves.show(session.now.game, step);
  }

  function toggleDegrees() {
    setPrefs({ degrees: !prefs.degrees });
    present();
    context.announce(prefs.degrees ? "Degrees shown." : "Degrees hidden.");
  }

  /** @param {Partial<import("./prefs.js").Prefs>} changes */
  function setPrefs(changes) {
    Object.assign(prefs, changes);
    keepPrefs(prefs);
  }

  // -- display ---------------------------------------------------------------------------------------------

  /** Show what has changed. @param {{moved?: boolean, refused?: boolean}} what */
  function changed({ moved = false, refused = false }) {
    const { hasFocus } = board;
    replay.stop();
    present({ glide: moved });
    const { game } = session.now;
    if (moved && hasFocus && game.path.length) board.focusKnight();
    if (moved && rules.stateOf(game) === "won") celebrate();
    else if (moved) soundMove();
    if (refused) {
      soundRefused();
      board.markRefused(() => isShown && !replay.isRunning && board.draw());
    }
  }

  function celebrate() {
    soundWin();
    context.openTab("explain");
    if (!prefersStill()) board.sweep();
  }

  /** Show the current state of the game. */
  function present({ glide = false } = {}) {
    const { game } = session.now;
    const state = rules.stateOf(game);
    if (!replay.isRunning) board.draw({ glide });
    stage.dataset.state = state;
    const doing = { isPending: session.isPending, isReplaying: replay.isRunning };
    const lostBelow = under.show(viewBelow(session.now, doing));
    const starts = waysToStart(game.board, context.view.start, { go: session.go, play: commands.play });
    const lostBeside = explain.show({ ...viewBeside(session.now, session.seconds), starts });
    help.setEarly(game.path.length < EARLY);
    moves.show(game, game.path.length);
    options.show(prefs, game.board);
    share.refresh();
    if (lostBelow || lostBeside) board.focusKnight();
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
    stage.replaceChildren(...(isIt ? [tooLarge.element] : [board.box, under.element]));
    tabs.explain.replaceChildren(isIt ? tooLarge.words : explain.element);
    for (const element of [options.element, share.element]) element.hidden = isIt;
    listen(!isIt);
    session.setShown(!isIt);
    if (isIt) context.announce(tooLarge.words.textContent);
    return isIt;
  }

  const tabs = { explain: el("div"), options: options.element, share: share.element };

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
      const { squares } = view.params;
      const isStale = before && !isSameBoard(before.board, view.board) && before.params.squares === squares;
      if (squares && !isStale) session.openPosition(squares);
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
