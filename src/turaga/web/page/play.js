// Play: the game with mouse, touch and keyboard, and exact hints. Every move is saved in the browser at once.

import { makeBoard } from "./boardview.js";
import { makeClock } from "./clock.js";
import { el } from "./dom.js";
import * as rules from "./game.js";
import { announcement, showTime, soFar, squareLabel, tellState } from "./gamewords.js";
import { parseBoard, parseSquare } from "./geometry.js";
import { noteOfFailure, noteOfHint, noteOfState } from "./gamenotes.js";
import { meantTarget, sceneOfGame, sceneOfReplay, seeGame } from "./gamescene.js";
import { makeHintRequester } from "./hints.js";
import { limitsOfPlay, makeSavedGames } from "./savedgames.js";
import { makeLink } from "./link.js";
import { listenForKeys } from "./playkeys.js";
import { makePanel } from "./playpanel.js";
import { makeReplay } from "./replay.js";
import { makeSizePicker } from "./sizepicker.js";
import { makeDownloads, themeNow } from "./downloads.js";
import { sentence, several } from "./words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./playpanel.js").Note} Note */

const FIRST_BOARD = { rows: 8, cols: 8 };

/**
 * @param {HTMLElement} root
 * @param {{api: any, options: any, setLink: (params: object) => void,
 *   announce: (text: string) => void, link: () => string, warn: (text: string) => void}} context
 */
export function make(root, context) {
  const limits = limitsOfPlay(context.options);
  const saved = makeSavedGames(limits);
  const hints = makeHintRequester(context.api);
  const clock = makeClock({ onTick: showClock, onHidden: keepTime });
  const switches = { degrees: false, numbers: true, lines: true };

  let game = rules.newGame(FIRST_BOARD.rows, FIRST_BOARD.cols);
  /** @type {import("./hints.js").Hint | null} */
  let hint = null;
  /** @type {Note | null} */
  let note = null;
  let isShown = false;
  let warnedOfNotSaving = false;

  const noteActions = { takeBack, hint: askForHint, watch, renew };
  const board = makeBoard({ ...FIRST_BOARD, label: "Game board", onPick: goTo });
  const panel = makePanel({
    undo: () => takeBack(1),
    redo: goAgain,
    hint: askForHint,
    renew,
    typed: goToTyped,
    toggle: (name, on) => {
      switches[name] = on;
      present();
    },
    listGames,
  });
  const sizes = makeSizePicker({
    ...FIRST_BOARD,
    min: limits.least,
    max: limits.most,
    onChange: ({ rows, cols }) => open(rows, cols),
  });
  const downloads = makeDownloads({
    api: context.api,
    getLink: context.link,
    getWalk: () => ({ board: game, path: [...game.path], facts: rules.writeGame(game) }),
    getLook: () => ({ numbers: switches.numbers, colour: "steps", theme: themeNow() }),
  });

  const copyWords = "Copy link to this position";
  const copyLink = el("button", { type: "button", class: "quiet", text: copyWords, onclick: copy });

  const replay = makeReplay({ draw: drawReplay });

  const stage = el("div", { class: "stage" }, board.element);
  panel.setSwitches(switches);
  panel.row.after(replay.element);
  root.append(
    el(
      "div",
      { class: "desk play" },
      panel.turn,
      el("div", { class: "seen" }, stage, panel.tools),
      panel.said,
      el("div", { class: "home" }, downloads.element),
      el(
        "div",
        { class: "choices" },
        el("div", { class: "play-now" }, panel.figures, panel.shown, panel.typing),
        sizes.element,
        el("div", {}, panel.more, copyLink),
      ),
    ),
  );
  listenForKeys(root, {
    undo: () => takeBack(1),
    redo: goAgain,
    hint: askForHint,
    degrees: toggleDegrees,
    renew,
    cancel: () => hints.isPending && cancelHint(),
    nextTarget,
  });
  saved.onElsewhere((name) => {
    if (name === rules.boardName(game)) takeOver();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && isShown && saved.isElsewhere(game)) takeOver();
  });

  // -- moves -----------------------------------------------------------------------------------------------

  /**
   * Make a move, then save, show and announce the game; or show why the move is not possible.
   * @param {(game: Game) => Game} move
   * @param {string} [first]  announced before the state of the game
   * @returns {boolean}  whether the move was made
   */
  function makeMove(move, first = "") {
    if (saved.isElsewhere(game)) {
      takeOver();
      return false;
    }
    hints.cancel();
    let next;
    try {
      next = move(game);
    } catch (error) {
      if (!(error instanceof rules.NotPossible)) throw error;
      refuse(error.message);
      return false;
    }
    const hadFocus = board.element.contains(document.activeElement);
    game = rules.after(next, takeTime());
    hint = null;
    note = noteOfState(game, noteActions);
    keep();
    present();
    const knight = rules.knightOf(game);
    if (hadFocus && knight !== null) board.focus(knight);
    context.announce(`${first}${announcement(game)}`);
    return true;
  }

  /**
   * @param {number} square
   * @param {{row: number, col: number} | null} [place]  of the mouse or finger
   */
  function goTo(square, place = null) {
    const meant = place ? meantTarget(game, square, board.pixels, place) : square;
    makeMove((before) => rules.go(before, meant));
  }

  /** @param {string} text */
  function goToTyped(text) {
    const square = parseSquare(text, game.rows, game.cols);
    if (square !== null) return makeMove((before) => rules.go(before, square));
    const typed = text.trim().slice(0, 12);
    refuse(
      `${typed ? `“${typed}” is not a square of ${rules.boardName(game)}` : "no square was typed"}: ` +
        "type row,column counted from 1 at the top left, such as 3,2, or a chess name, such as c2",
    );
    return false;
  }

  /** @param {number} count */
  function takeBack(count) {
    makeMove((before) => rules.undo(before, count), `Undid ${several(count, "step")}. `);
  }

  function goAgain() {
    makeMove(rules.redo);
  }

  /** Start a new game on this board, and set the current one aside. */
  function renew() {
    if (saved.isElsewhere(game)) return takeOver();
    replaceGame(rules.newGame(game.rows, game.cols), "New game.");
  }

  /** @param {string} why */
  function refuse(why) {
    note = { kind: "refused", words: sentence(why) };
    present();
    context.announce(note.words);
  }

  // -- hints -----------------------------------------------------------------------------------------------

  async function askForHint() {
    if (hints.isPending) return cancelHint();
    if (rules.stateOf(game) === "won") return refuse("every square is visited: you have won");
    const before = game;
    hint = null;
    note = {
      kind: "thinking",
      words: "Looking for a hint. You can keep playing.",
      actions: [{ label: "Cancel", run: cancelHint }],
    };
    const answer = hints.hint(before);
    present();
    try {
      const found = await answer;
      if (found === null || game.path !== before.path) return;
      if (saved.isElsewhere(game)) return takeOver();
      hint = found;
      game = rules.after(rules.hinted(game), takeTime());
      note = noteOfHint(found, noteActions);
      keep();
    } catch (error) {
      note = noteOfFailure(error, noteActions);
    }
    present();
    context.announce(note?.words ?? "");
  }

  function cancelHint() {
    hints.cancel();
    note = noteOfState(game, noteActions);
    present();
    context.announce("Hint cancelled.");
  }

  // -- other games -----------------------------------------------------------------------------------------

  /**
   * Show the saved game on this board, or start one.
   * @param {number} rows
   * @param {number} cols
   */
  function open(rows, cols) {
    keepTime();
    hints.cancel();
    const kept = saved.load(rows, cols);
    game = kept ?? rules.newGame(rows, cols);
    hint = null;
    const goesOn = kept !== null && rules.isBegun(kept) && rules.stateOf(kept) !== "won";
    const words = saved.takeTrouble() || (goesOn ? "This is your saved game." : "");
    note = noteOfState(game, noteActions) ?? (words ? { kind: "plain", words } : null);
    setBoard();
    present();
  }

  /**
   * Replace this board's game with another, and set it aside.
   * @param {Game} next
   * @param {string} what  a sentence about the new game
   */
  function replaceGame(next, what) {
    keepTime();
    hints.cancel();
    const before = saved.load(next.rows, next.cols);
    const id = before === null || rules.isSamePath(before, next) ? null : saved.setAside(before);
    game = next;
    hint = null;
    setBoard();
    keep();
    const visited = before ? several(before.path.length, "square") : "";
    const aside = `Your previous game (${visited} visited) is saved.`;
    const actions = noteOfState(game, noteActions)?.actions ?? [];
    if (id) actions.unshift({ label: "Continue previous game", run: () => bringBack(id) });
    note = { kind: "plain", words: id ? `${what} ${aside}` : what, actions };
    present();
    context.announce(`${note.words} ${announcement(game)}`);
  }

  /** @param {string} id */
  function bringBack(id) {
    const found = saved.restore(id);
    if (found) replaceGame(found, "Continuing your earlier game.");
    else refuse("that game no longer exists");
  }

  /** Another tab has continued this game: continue from there. */
  function takeOver() {
    hints.cancel();
    clock.take(); // the other tab has counted this time
    const theirs = saved.load(game.rows, game.cols);
    if (!theirs) return keep(); // the saved data was not a valid game
    const same = rules.isSamePath(theirs, game);
    game = theirs;
    if (!same) {
      hint = null;
      note = { kind: "plain", words: "You continued this game in another tab. It is now shown here too." };
      if (isShown) context.announce(`${note.words} ${announcement(game)}`);
    }
    present();
  }

  function listGames() {
    const others = saved.games().filter((one) => rules.boardName(one.game) !== rules.boardName(game));
    return [
      ...others.map((one) => ({
        words: soFar(one.game),
        label: rules.stateOf(one.game) === "won" ? "View" : "Continue",
        run: () => open(one.game.rows, one.game.cols),
      })),
      ...saved.asides().map((one) => ({
        words: `${soFar(one.game)}, earlier game`,
        label: "Continue",
        run: () => bringBack(one.id),
      })),
    ];
  }

  // -- saving and time -------------------------------------------------------------------------------------

  function keep() {
    if (saved.save(game) !== "not" || warnedOfNotSaving) return;
    warnedOfNotSaving = true;
    note = {
      kind: "lost",
      words: "This browser does not let the page save your game. You will lose it when you close the page.",
    };
    context.announce(note.words);
  }

  /** The seconds played since the last call; 0 before the start and after the end of the game. */
  function takeTime() {
    const seconds = clock.take();
    return isRunning() ? seconds : 0;
  }

  const isRunning = () => ["playing", "stuck"].includes(rules.stateOf(game));

  function keepTime() {
    if (!isShown || !isRunning()) return;
    game = rules.after(game, takeTime());
    keep();
  }

  function showClock() {
    panel.showTime(showTime(game.seconds + (isRunning() ? clock.passed() : 0)));
  }

  // -- display ---------------------------------------------------------------------------------------------

  /** Replay the finished tour. Any other action ends the replay. */
  function watch() {
    panel.show({ ...view(), note: null });
    replay.begin(game.path.length);
  }

  function setBoard() {
    board.resize(game.rows, game.cols);
    sizes.set({ rows: game.rows, cols: game.cols });
  }

  /**
   * Put the board into the link, and the squares of a finished tour. A game in progress is not in the link:
   * another tab may continue it, and a reload here would then open an old position.
   */
  function tellLink() {
    if (!isShown) return;
    const isWon = rules.stateOf(game) === "won";
    context.setLink({ board: rules.boardName(game), squares: isWon ? rules.writePath(game) : null });
  }

  async function copy() {
    const link = makeLink("play", { board: rules.boardName(game), squares: rules.writePath(game) });
    try {
      await navigator.clipboard.writeText(`${location.origin}/${link}`);
      note = { kind: "plain", words: "Link copied. It opens this position as a game." };
    } catch {
      const words = "The browser does not let the page copy. Copy this link:";
      note = { kind: "plain", words, actions: [{ label: "Link", href: link }] };
    }
    present();
    context.announce(note.words);
  }

  /** @returns {import("./playpanel.js").View} */
  function view() {
    const state = rules.stateOf(game);
    return {
      ...tellState(game),
      state,
      note,
      time: showTime(game.seconds),
      visited: `${game.path.length} of ${rules.sizeOf(game)}`,
      undos: String(game.undos),
      hints: String(game.hints),
      canUndo: game.path.length > 0,
      canRedo: game.undone.length > 0,
      canHint: state !== "won",
      thinking: hints.isPending,
    };
  }

  /** Show the current state of the game. */
  function present() {
    const wasReplaying = replay.element.contains(document.activeElement);
    replay.end();
    draw();
    const state = rules.stateOf(game);
    const lostFocus = panel.show(view());
    if (lostFocus || wasReplaying) board.focus(rules.knightOf(game) ?? 0);
    downloads.element.hidden = state !== "won";
    copyLink.hidden = !game.path.length || state === "won"; // a finished tour has its own "Copy link" button
    tellLink();
    clock.run(isShown && isRunning());
    showClock();
  }

  let seen = seeGame(game, switches, hint);
  const cellLabel = (/** @type {number} */ square) => squareLabel(game, square, seen);

  function draw() {
    seen = seeGame(game, switches, hint);
    board.draw({ ...sceneOfGame(game, seen, switches, hint), cellLabel });
  }

  /** @param {number} count  of squares to show */
  function drawReplay(count) {
    board.draw({ ...sceneOfReplay(game, count, switches.numbers), cellLabel });
  }

  // -- keys ------------------------------------------------------------------------------------------------

  function toggleDegrees() {
    switches.degrees = !switches.degrees;
    panel.setSwitches(switches);
    present();
    context.announce(switches.degrees ? "Degrees shown." : "Degrees hidden.");
  }

  /** @param {1 | -1} step */
  function nextTarget(step) {
    const targets = rules.targetsOf(game);
    if (!targets.length) return;
    const focused = document.activeElement?.closest("[data-n]")?.getAttribute("data-n");
    const at = targets.indexOf(Number(focused ?? -1));
    const to = at < 0 ? (step > 0 ? 0 : targets.length - 1) : (at + step + targets.length) % targets.length;
    board.focus(targets[to]);
  }

  // -- the mode --------------------------------------------------------------------------------------------

  return {
    /** @param {Record<string, string>} params */
    show(params) {
      isShown = true;
      const wanted = parseBoard(params.board ?? saved.last(), limits.least, limits.most);
      const fits = wanted && wanted.rows * wanted.cols <= limits.squares;
      const { rows, cols } = fits ? wanted : FIRST_BOARD;
      open(rows, cols);
      if (params.board && !fits) {
        note = { kind: "refused", words: tooLarge(params.board) };
        present();
      }
      if (params.squares) openPosition(rows, cols, params.squares);
      else context.announce(note?.words ?? "");
    },
    hide() {
      keepTime();
      isShown = false;
      hints.cancel();
      replay.end();
      clock.run(false);
    },
  };

  /** @param {string} text */
  function tooLarge(text) {
    const sides = `${limits.least} to ${limits.most} rows and columns`;
    const problem = `You cannot play on “${text.slice(0, 20)}”: a board must have ${sides}.`;
    return `${problem} Here is ${rules.boardName(game)} instead.`;
  }

  /**
   * Open the position in a link. A game in progress is set aside, not lost.
   * @param {number} rows
   * @param {number} cols
   * @param {string} text
   */
  function openPosition(rows, cols, text) {
    const found = rules.readPath(rows, cols, text);
    if (!found) refuse("this link does not contain a valid walk for this board");
    else if (!rules.isSamePath(found, game)) {
      const visited = `${several(found.path.length, "square")} visited`;
      replaceGame(found, `Opened the position from the link (${visited}).`);
    }
  }
}
