// Play: the game, by mouse, touch and keyboard, with exact hints. What is done is kept in the browser at
// once.

import { makeBoard } from "./boardview.js";
import { makeClock } from "./clock.js";
import { el } from "./dom.js";
import * as rules from "./game.js";
import { announcement, showTime, soFar, squareLabel, tellState } from "./gamewords.js";
import { parseBoard, parseSquare } from "./geometry.js";
import { noteOfFailure, noteOfHint, noteOfState } from "./gamenotes.js";
import { meantTarget, sceneOfGame, sceneOfReplay, seeGame } from "./gamesights.js";
import { makeAdviser } from "./hinting.js";
import { limitsOfPlay, makeKeeper } from "./keeping.js";
import { makeLink } from "./link.js";
import { listenForKeys } from "./playkeys.js";
import { makePanel } from "./playpanel.js";
import { makeReplay } from "./replay.js";
import { makeSizePicker } from "./sizepicker.js";
import { makeTakeHome, themeNow } from "./takehome.js";
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
  const keeper = makeKeeper(limits);
  const adviser = makeAdviser(context.api);
  const clock = makeClock({ onTick: showClock, onHidden: keepTime });
  const switches = { degrees: false, numbers: true, lines: true };

  let game = rules.newGame(FIRST_BOARD.rows, FIRST_BOARD.cols);
  /** @type {import("./hinting.js").Hint | null} */
  let hint = null;
  /** @type {Note | null} */
  let note = null;
  let isShown = false;
  let toldOfTrouble = false;

  const deeds = { takeBack, hint: askForHint, watch, renew };
  const board = makeBoard({ ...FIRST_BOARD, label: "The board of the game", onPick: goTo });
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
  const takeHome = makeTakeHome({
    api: context.api,
    getLink: context.link,
    getWalk: () => ({ board: game, path: [...game.path], facts: rules.writeGame(game) }),
    getLook: () => ({ numbers: switches.numbers, colour: "steps", theme: themeNow() }),
  });

  const copyWords = "Copy a link to this position";
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
      el("div", { class: "home" }, takeHome.element),
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
    leave: () => adviser.thinking && leaveHint(),
    nextTarget,
  });
  keeper.onElsewhere((name) => {
    if (name === rules.boardName(game)) takeOver();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && isShown && keeper.isElsewhere(game)) takeOver();
  });

  // -- deeds -----------------------------------------------------------------------------------------------

  /**
   * Do something to the game, keep it, show and tell it; or say why it cannot be done.
   * @param {(game: Game) => Game} deed
   * @param {string} [first]  what is said before how the game stands
   * @returns {boolean}  whether it was done
   */
  function doDeed(deed, first = "") {
    if (keeper.isElsewhere(game)) {
      takeOver();
      return false;
    }
    adviser.leave();
    let next;
    try {
      next = deed(game);
    } catch (error) {
      if (!(error instanceof rules.NotPossible)) throw error;
      refuse(error.message);
      return false;
    }
    const hadFocus = board.element.contains(document.activeElement);
    game = rules.after(next, takeTime());
    hint = null;
    note = noteOfState(game, deeds);
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
    doDeed((before) => rules.go(before, meant));
  }

  /** @param {string} text */
  function goToTyped(text) {
    const square = parseSquare(text, game.rows, game.cols);
    if (square !== null) return doDeed((before) => rules.go(before, square));
    const typed = text.trim().slice(0, 12);
    refuse(
      `${typed ? `"${typed}"` : "nothing"} is no square of ${rules.boardName(game)}: type row,col from 1 ` +
        "at the top left, such as 3,2, or a chess name, such as c2",
    );
    return false;
  }

  /** @param {number} count */
  function takeBack(count) {
    doDeed((before) => rules.undo(before, count), `${several(count, "square")} taken back. `);
  }

  function goAgain() {
    doDeed(rules.redo);
  }

  /** Begin anew on this board; the game before is put aside. */
  function renew() {
    if (keeper.isElsewhere(game)) return takeOver();
    replaceGame(rules.newGame(game.rows, game.cols), "A new game.");
  }

  /** @param {string} why */
  function refuse(why) {
    note = { kind: "refused", words: sentence(why) };
    present();
    context.announce(note.words);
  }

  // -- hints -----------------------------------------------------------------------------------------------

  async function askForHint() {
    if (adviser.thinking) return leaveHint();
    if (rules.stateOf(game) === "won") return refuse("the board is complete: there is nothing left to do");
    const asked = game;
    hint = null;
    note = {
      kind: "thinking",
      words: "Thinking about it. You can go on meanwhile.",
      actions: [{ label: "Leave it", run: leaveHint }],
    };
    const answer = adviser.hint(asked);
    present();
    try {
      const found = await answer;
      if (found === null || game.path !== asked.path) return;
      if (keeper.isElsewhere(game)) return takeOver();
      hint = found;
      game = rules.after(rules.asked(game), takeTime());
      note = noteOfHint(found, deeds);
      keep();
    } catch (error) {
      note = noteOfFailure(error, deeds);
    }
    present();
    context.announce(note?.words ?? "");
  }

  function leaveHint() {
    adviser.leave();
    note = noteOfState(game, deeds);
    present();
    context.announce("The hint is left.");
  }

  // -- other games -----------------------------------------------------------------------------------------

  /**
   * Show the game kept of this board, or begin one.
   * @param {number} rows
   * @param {number} cols
   */
  function open(rows, cols) {
    keepTime();
    adviser.leave();
    const kept = keeper.kept(rows, cols);
    game = kept ?? rules.newGame(rows, cols);
    hint = null;
    const goesOn = kept !== null && rules.isBegun(kept) && rules.stateOf(kept) !== "won";
    const words = keeper.takeTrouble() || (goesOn ? "Your game goes on where you left it." : "");
    note = noteOfState(game, deeds) ?? (words ? { kind: "plain", words } : null);
    setBoard();
    present();
  }

  /**
   * Put another game in the place of this board's, which is put aside.
   * @param {Game} next
   * @param {string} what  is done, as a sentence
   */
  function replaceGame(next, what) {
    keepTime();
    adviser.leave();
    const before = keeper.kept(next.rows, next.cols);
    const id = before === null || rules.isSamePath(before, next) ? null : keeper.setAside(before);
    game = next;
    hint = null;
    setBoard();
    keep();
    const aside = before ? `Your game of ${several(before.path.length, "square")} is put aside.` : "";
    const actions = noteOfState(game, deeds)?.actions ?? [];
    if (id) actions.unshift({ label: "Bring it back", run: () => bringBack(id) });
    note = { kind: "plain", words: id ? `${what} ${aside}` : what, actions };
    present();
    context.announce(`${note.words} ${announcement(game)}`);
  }

  /** @param {string} id */
  function bringBack(id) {
    const found = keeper.bringBack(id);
    if (found) replaceGame(found, "It is back.");
    else refuse("that game is no longer kept");
  }

  /** Another tab has gone on with this game: go on from there. */
  function takeOver() {
    adviser.leave();
    clock.take(); // the other tab's clock has counted it
    const theirs = keeper.kept(game.rows, game.cols);
    if (!theirs) return keep(); // what stood there was no game
    const same = rules.isSamePath(theirs, game);
    game = theirs;
    if (!same) {
      hint = null;
      note = { kind: "plain", words: "The game went on in another tab: here it is as it stands there." };
      if (isShown) context.announce(`${note.words} ${announcement(game)}`);
    }
    present();
  }

  function listGames() {
    const others = keeper.games().filter((one) => rules.boardName(one.game) !== rules.boardName(game));
    return [
      ...others.map((one) => ({
        words: soFar(one.game),
        label: rules.stateOf(one.game) === "won" ? "Look at it" : "Go on",
        run: () => open(one.game.rows, one.game.cols),
      })),
      ...keeper.asides().map((one) => ({
        words: `${soFar(one.game)}, put aside`,
        label: "Bring back",
        run: () => bringBack(one.id),
      })),
    ];
  }

  // -- keeping and time ------------------------------------------------------------------------------------

  function keep() {
    if (keeper.keep(game) !== "not" || toldOfTrouble) return;
    toldOfTrouble = true;
    note = {
      kind: "lost",
      words: "This browser keeps nothing for this page: the game goes on, but a reload would lose it.",
    };
    context.announce(note.words);
  }

  /** The seconds played since they were last taken; none before the start and after the end. */
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

  // -- what is seen ----------------------------------------------------------------------------------------

  /** The tour that is won, walked once more; whatever is done next ends that. */
  function watch() {
    panel.show({ ...view(), note: null });
    replay.begin(game.path.length);
  }

  function setBoard() {
    board.resize(game.rows, game.cols);
    sizes.set({ rows: game.rows, cols: game.cols });
  }

  /**
   * Let the address name the board, and a tour that is won. A game that goes on is not in it: another tab
   * may go on with that game, and a reload here would then bring back an old position.
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
      note = { kind: "plain", words: "The link is copied: it opens this position as a game." };
    } catch {
      const words = "The browser does not let the page copy. The link is this:";
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
      thinking: adviser.thinking,
    };
  }

  /** Show the game as it is now. */
  function present() {
    const wasReplaying = replay.element.contains(document.activeElement);
    replay.end();
    draw();
    const state = rules.stateOf(game);
    const lostFocus = panel.show(view());
    if (lostFocus || wasReplaying) board.focus(rules.knightOf(game) ?? 0);
    takeHome.element.hidden = state !== "won";
    copyLink.hidden = !game.path.length || state === "won"; // then the address itself is that link
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

  /** @param {number} count  of squares walked once more */
  function drawReplay(count) {
    board.draw({ ...sceneOfReplay(game, count, switches.numbers), cellLabel });
  }

  // -- keys ------------------------------------------------------------------------------------------------

  function toggleDegrees() {
    switches.degrees = !switches.degrees;
    panel.setSwitches(switches);
    present();
    context.announce(switches.degrees ? "Degrees are shown." : "Degrees are hidden.");
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
      const asked = parseBoard(params.board ?? keeper.last(), limits.least, limits.most);
      const fits = asked && asked.rows * asked.cols <= limits.squares;
      const { rows, cols } = fits ? asked : FIRST_BOARD;
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
      adviser.leave();
      replay.end();
      clock.run(false);
    },
  };

  /** @param {string} text */
  function tooLarge(text) {
    const sides = `sides of ${limits.least} to ${limits.most}, at most ${limits.squares} squares`;
    return `"${text.slice(0, 20)}" is no board to play on: ${sides}. Here is ${rules.boardName(game)}.`;
  }

  /**
   * Open the position a link names; a game in progress is put aside, not lost.
   * @param {number} rows
   * @param {number} cols
   * @param {string} text
   */
  function openPosition(rows, cols, text) {
    const found = rules.readPath(rows, cols, text);
    if (!found) refuse("the link's squares are no walk of this board: nothing of it is opened");
    else if (!rules.isSamePath(found, game)) {
      replaceGame(found, `The link's position, ${several(found.path.length, "square")}, is opened.`);
    }
  }
}
