/** Replaces the game on the screen by another: a saved one, a new one, one from a link or from another tab. */

import { several } from "../core/words.js";
import * as rules from "./game.js";
import { readPath } from "./gamefile.js";
import { plainNote } from "./notes.js";
import { announcement, soFar } from "./words.js";

/** @typedef {import("../core/board.js").Board} Board */

/**
 * @param {object} how
 * @param {import("./session.js").Now} how.now
 * @param {ReturnType<typeof import("./saved.js").makeSavedGames>} how.saved
 * @param {(text: string) => void} how.announce
 * @param {(what: object) => void} how.onChange
 * @param {(why: string) => void} how.refuse
 * @param {() => void} how.showState
 * @param {() => void} how.keep
 * @param {() => void} how.leave  the current game: save its time, drop its hint
 * @param {() => void} how.leaveToOtherTab
 * @param {() => boolean} how.isShown
 */
export function makeOtherGames({ now, saved, announce, onChange, refuse, showState, keep, ...how }) {
  /** Show the saved game on this board, or start one. @param {Board} board */
  function open(board) {
    how.leave();
    const kept = saved.load(board);
    now.game = kept ?? rules.newGame(board);
    showState();
    const goesOn = kept !== null && rules.isBegun(kept) && rules.stateOf(kept) !== "won";
    const words = saved.takeTrouble() || (goesOn ? "This is your saved game." : "");
    if (!now.note && words) now.note = plainNote("plain", words);
    onChange({});
  }

  /** Start a new game on this board, and set the current one aside. */
  function renew() {
    if (!takeOverIfElsewhere()) replaceGame(rules.newGame(now.game.board), "New game.");
  }

  /** Open the position in a link. A game in progress is set aside, not lost. @param {string} text */
  function openPosition(text) {
    const found = readPath(now.game.board, text);
    if (!found) refuse("this link does not contain a valid walk for this board");
    else if (!rules.isSamePath(found, now.game)) {
      const visited = `${several(found.path.length, "square")} visited`;
      replaceGame(found, `Opened this position (${visited}).`);
    }
  }

  /**
   * Replace this board's game with another, and set it aside.
   * @param {import("./game.js").Game} next
   * @param {string} what  a sentence about the new game
   */
  function replaceGame(next, what) {
    how.leave();
    const before = saved.load(next.board);
    const id = before === null || rules.isSamePath(before, next) ? null : saved.setAside(before);
    now.game = next;
    showState();
    const { kind = "plain", text = () => "", short, actions = [] } = now.note ?? {};
    const visited = several(before?.path.length ?? 0, "square");
    const aside = id ? ` Your previous game (${visited} visited) is saved.` : "";
    const goOn = { label: "Continue previous game", run: () => bringBack(id ?? "") };
    now.note = {
      kind,
      text: () => `${what}${aside} ${text()}`.trim(),
      short,
      actions: id ? [goOn, ...actions] : actions,
    };
    keep();
    onChange({});
    announce(`${what}${aside} ${announcement(now.game)}`);
  }

  /** @param {string} id */
  function bringBack(id) {
    const found = saved.restore(id);
    if (found) replaceGame(found, "Continuing your earlier game.");
    else refuse("that game no longer exists");
  }

  /** If another tab has continued this game, continue from there. Returns whether it has. */
  function takeOverIfElsewhere() {
    const isElsewhere = saved.isElsewhere(now.game);
    if (isElsewhere) takeOver();
    return isElsewhere;
  }

  function takeOver() {
    how.leaveToOtherTab();
    const theirs = saved.load(now.game.board);
    if (!theirs) return keep(); // the saved data was not a valid game
    const same = rules.isSamePath(theirs, now.game);
    now.game = theirs;
    if (!same) {
      showState();
      now.note ??= plainNote("plain", "You continued this game in another tab. It is now shown here too.");
      if (how.isShown()) announce(`${now.note.text()} ${announcement(now.game)}`);
    }
    onChange({});
  }

  saved.onElsewhere((key) => {
    if (key === now.game.board.key) takeOver();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && how.isShown()) takeOverIfElsewhere();
  });

  /** The other games: saved on other boards, and set aside. @param {(board: Board) => void} play */
  function listGames(play) {
    const isHere = (/** @type {Board} */ board) => board.key === now.game.board.key;
    return [
      ...saved.games().filter((one) => !isHere(one.game.board)).map((one) => ({
        words: soFar(one.game),
        label: rules.stateOf(one.game) === "won" ? "View" : "Continue",
        run: () => play(one.game.board),
      })),
      ...saved.asides().map((one) => ({
        words: `${soFar(one.game)}, earlier game`,
        label: rules.stateOf(one.game) === "won" ? "View" : "Continue",
        run() {
          if (!isHere(one.game.board)) play(one.game.board);
          bringBack(one.id);
        },
      })),
    ]; // prettier-ignore
  }

  return { open, renew, openPosition, takeOverIfElsewhere, listGames };
}
