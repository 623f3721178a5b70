/**
 * The game that is being played: moves, hints, time and saving. It changes the game and says what happened;
 * `play.js` shows it. Every move is saved in the browser at once.
 */

import { boardName, parseSquare } from "../core/names.js";
import { preparing } from "../core/server.js";
import { sentence, several } from "../core/words.js";
import { makeClock } from "./clock.js";
import * as rules from "./game.js";
import { makeHintRequester } from "./hints.js";
import { noteOfFailure, noteOfHint, noteOfState, noteOfWaiting, plainNote } from "./notes.js";
import { makeOtherGames } from "./othergames.js";
import { announcement } from "./words.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./notes.js").Note} Note */
/**
 * @typedef {object} Now  what is on the screen
 * @property {Game} game
 * @property {import("./hints.js").Hint | null} hint
 * @property {Note | null} note
 * @property {number | null} refused  the square that was refused just now
 */

const NOT_SAVED =
  "This browser does not let the page save your game. You will lose it when you close the page.";

/**
 * @param {object} how
 * @param {Board} how.board  of the first game
 * @param {ReturnType<typeof import("./saved.js").makeSavedGames>} how.saved
 * @param {any} how.api
 * @param {(text: string) => void} how.announce
 * @param {import("./notes.js").Commands} how.commands
 * @param {(what: {moved?: boolean, refused?: boolean}) => void} how.onChange  there is something new to show
 * @param {() => void} how.onTick  called every second while the clock runs
 */
export function makeSession({ board, saved, api, announce, commands, onChange, onTick }) {
  const hints = makeHintRequester(api);
  const clock = makeClock({ onTick, onHidden: keepTime });
  /** @type {Now} */
  const now = { game: rules.newGame(board), hint: null, note: null, refused: null };
  let isShown = false;
  let warnedOfNotSaving = false;

  const isRunning = () => ["playing", "stuck"].includes(rules.stateOf(now.game));
  const others = makeOtherGames({
    now, saved, announce, onChange, refuse, showState, keep,
    leave() {
      keepTime();
      hints.cancel();
    },
    leaveToOtherTab() {
      hints.cancel();
      clock.take(); // the other tab has counted this time
    },
    isShown: () => isShown,
  }); // prettier-ignore

  // -- moves -----------------------------------------------------------------------------------------------

  /**
   * Make a move, then save, show and announce the game; or show why the move is not possible.
   * @param {(game: Game) => Game} move
   * @param {{first?: string, square?: number | null}} [how]  `first` is announced before the state of the game;
   *   `square` is marked if the move is not possible
   * @returns {boolean}  whether the move was made
   */
  function makeMove(move, { first = "", square = null } = {}) {
    if (others.takeOverIfElsewhere()) return false;
    hints.cancel();
    let next;
    try {
      next = move(now.game);
    } catch (error) {
      if (!(error instanceof rules.NotPossible)) throw error;
      refuse(error.message, { short: error.short, square });
      return false;
    }
    now.game = rules.after(next, takeTime());
    showState();
    keep();
    onChange({ moved: true });
    announce(`${first}${announcement(now.game)}`);
    const isHopeless = now.note?.kind === "plain" && rules.stateOf(now.game) === "playing";
    if (isHopeless) announce(now.note?.text() ?? "");
    return true;
  }

  /** @param {number} square */
  const go = (square) => makeMove((game) => rules.go(game, square), { square });

  /** @param {string} text */
  function goToTyped(text) {
    const square = parseSquare(text, now.game.board);
    if (square !== null) return go(square);
    const typed = text.trim().slice(0, 12);
    const where = boardName(now.game.board);
    const short = typed ? `“${typed}” is not a square of ${where}` : "no square was typed";
    const accepted = "type a chess name, such as c2, or row,column counted from 1 at the top left, such as 3,2";
    refuse(`${short}: ${accepted}`, { short });
    return false;
  }

  const undo = (count = 1) =>
    makeMove((game) => rules.undo(game, count), { first: `Undid ${several(count, "step")}. ` });

  const redo = (count = 1) => makeMove((game) => rules.redo(game, count));

  /** Go back or forward to a step of the game. @param {number} step */
  function goToStep(step) {
    const far = step - now.game.path.length;
    if (far < 0) undo(-far);
    else if (far > 0) redo(far);
  }

  /** @param {string} why @param {{short?: string, square?: number | null}} [how] */
  function refuse(why, { short = why, square = null } = {}) {
    now.note = { kind: "refused", text: () => sentence(why), short: () => sentence(short).slice(0, -1) };
    now.refused = square;
    onChange({ refused: true });
    announce(now.note.text());
  }

  /** Show the state of the game, without a hint or another message. */
  function showState() {
    now.hint = null;
    now.refused = null;
    now.note = noteOfState(now.game, commands);
  }

  // -- hints -----------------------------------------------------------------------------------------------

  async function askForHint() {
    if (hints.isPending) return cancelHint();
    if (rules.stateOf(now.game) === "won") return refuse("every square is visited: you have won");
    const { board: on, path } = now.game;
    now.hint = null;
    const answer = hints.hint(now.game);
    tellWaiting();
    try {
      const found = await answer;
      if (found === null || now.game.path !== path) return;
      if (others.takeOverIfElsewhere()) return;
      now.hint = found;
      now.game = rules.after(rules.hinted(now.game), takeTime());
      now.note = noteOfHint(found, on, commands);
      keep();
    } catch (error) {
      now.note = noteOfFailure(error, on, commands);
    }
    onChange({});
    announce(now.note?.text() ?? "");
  }

  /** Say how far the server is while a hint is on its way. */
  function tellWaiting() {
    if (!hints.isPending) return;
    now.note = noteOfWaiting(preparing(), commands);
    now.refused = null;
    onChange({});
  }

  function cancelHint() {
    if (!hints.isPending) return;
    hints.cancel();
    showState();
    onChange({});
    announce("Hint cancelled.");
  }

  // -- saving and time -------------------------------------------------------------------------------------

  function keep() {
    if (saved.save(now.game) !== "not" || warnedOfNotSaving) return;
    warnedOfNotSaving = true;
    now.note = plainNote("lost", NOT_SAVED);
    announce(NOT_SAVED);
  }

  /** The seconds played since the last call; 0 before the start and after the end of the game. */
  function takeTime() {
    const seconds = clock.take();
    return isRunning() ? seconds : 0;
  }

  function keepTime() {
    if (!isShown || !isRunning()) return;
    now.game = rules.after(now.game, takeTime());
    keep();
  }

  return {
    now,
    ...others,
    go,
    goToTyped,
    undo,
    redo,
    goToStep,
    askForHint,
    cancelHint,
    tellWaiting,
    /** Show another note. @param {Note} note */
    say(note) {
      now.note = note;
      onChange({});
      announce(note.text());
    },
    /** The game is on the screen, or not any more. @param {boolean} on */
    setShown(on) {
      if (!on) {
        keepTime();
        hints.cancel();
      }
      isShown = on;
      clock.run(on && isRunning());
    },
    /** Let the clock run if the game does. */
    runClock: () => clock.run(isShown && isRunning()),
    get seconds() {
      return now.game.seconds + (isRunning() ? clock.passed() : 0);
    },
    get isPending() {
      return hints.isPending;
    },
  };
}
