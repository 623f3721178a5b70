/**
 * Saves games in the browser, one for each board, so that nothing is lost by a reload, a closed tab or a server
 * that stops. When a game is replaced by another on the same board, it is set aside and can be restored.
 *
 * Two tabs with the same board show the same game. Each tab remembers the text that it last read or wrote.
 * Before it writes, it checks that this text is still there. If not, the other tab has continued the game: then
 * nothing is written, and this tab switches to the other's game (`save` returns "elsewhere"; `onElsewhere` is
 * called at once, if the browser reports the change).
 *
 * A game is stored under the key of its board (`core/board.js`): "8x8", and longer for boards with holes or
 * another leaper.
 */

import { isSameBoard } from "../core/board.js";
import { boardName } from "../core/names.js";
import { isBegun } from "./game.js";
import { readGame, writeGame } from "./gamefile.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {{id: string, game: Game, when: number}} Kept */

const GAME = "turaga:game:"; // followed by the board's key
const ASIDE = "turaga:aside:"; // followed by the board's key and a unique number
const DAMAGED = "turaga:damaged:";
const LAST = "turaga:last"; // the key of the board played last
const ASIDES = 9; // games set aside for each board; after that, the oldest is deleted
const MOST_TEXT = 1_000_000; // characters

/**
 * The saved games.
 * @param {() => number} most  the most squares that a board can have
 * @param {() => Storage} [place]  the storage; calling this may throw if the browser forbids it
 */
export function makeSavedGames(most, place = () => window.localStorage) {
  /** @type {Map<string, string | null>} the text of each key when it was last read or written here */
  const seen = new Map();
  let trouble = ""; // a message about a saved game that could not be read

  /**
   * Use the storage, or return `otherwise` if the browser does not allow it.
   * @template T
   * @param {(storage: Storage) => T} question
   * @param {T} otherwise
   * @returns {T}
   */
  function attempt(question, otherwise) {
    try {
      return question(place());
    } catch {
      return otherwise; // forbidden, or full
    }
  }

  /**
   * The game in this text, and the time when it was saved; null if it is not a valid game.
   * @param {string | null} text
   * @returns {{game: Game, when: number} | null}
   */
  function read(text) {
    if (text === null || text.length > MOST_TEXT) return null;
    try {
      const data = JSON.parse(text);
      const game = readGame(data, most());
      return game && { game, when: Number.isFinite(data.when) ? data.when : 0 };
    } catch {
      return null;
    }
  }

  const write = (/** @type {Game} */ game) => JSON.stringify({ ...writeGame(game), when: Date.now() });

  /**
   * All keys with this prefix.
   * @param {string} prefix
   * @returns {string[]}
   */
  function keys(prefix) {
    return attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []);
  }

  /**
   * The saved game on this board; null if there is none. Data that is not a valid game is moved out of the way.
   * @param {Board} board
   * @returns {Game | null}
   */
  function load(board) {
    const key = GAME + board.key;
    const text = attempt((storage) => storage.getItem(key), null);
    const found = read(text);
    seen.set(key, text);
    if (found && isSameBoard(found.game.board, board)) return found.game;
    if (text !== null) {
      attempt((storage) => {
        storage.setItem(DAMAGED + board.key, text);
        storage.removeItem(key);
      }, undefined);
      seen.set(key, null);
      trouble = `The saved game on ${boardName(board)} is damaged and cannot be continued.`;
    }
    return null;
  }

  /**
   * Save the game in place of the one saved for its board. Returns "elsewhere" if another tab has saved it
   * since (then nothing is written), or "not" if the browser does not store anything.
   * @param {Game} game
   * @returns {"saved" | "elsewhere" | "not"}
   */
  function save(game) {
    const key = GAME + game.board.key;
    if (isElsewhere(game)) return "elsewhere";
    const text = write(game);
    return attempt((storage) => {
      storage.setItem(key, text);
      storage.setItem(LAST, game.board.key);
      seen.set(key, text);
      return "saved";
    }, "not");
  }

  /**
   * Whether another tab has saved this board's game since it was read or written here. A game that was
   * deleted does not count: then this tab has the only one.
   * @param {Game} game
   * @returns {boolean}
   */
  function isElsewhere({ board }) {
    const key = GAME + board.key;
    const text = attempt((storage) => storage.getItem(key), null);
    return text !== null && seen.has(key) && seen.get(key) !== text;
  }

  /**
   * Set a game aside, to make room for another on the same board. One with the same squares is replaced.
   * @param {Game} game
   * @returns {string | null}  the id to restore it with; null if it is empty or the browser stores nothing
   */
  function setAside(game) {
    if (!isBegun(game)) return null;
    const before = asides(game.board);
    const squares = JSON.stringify(game.path);
    const gone = before.filter((one) => JSON.stringify(one.game.path) === squares);
    const others = before.filter((one) => !gone.includes(one));
    gone.push(...others.slice(ASIDES - 1)); // the newest are first
    const id = `${ASIDE}${game.board.key}:${Date.now()}-${Math.floor(Math.random() * 1e9)}`;
    return attempt((storage) => {
      storage.setItem(id, write(game));
      gone.forEach((one) => storage.removeItem(one.id));
      return id;
    }, null);
  }

  /**
   * The games set aside, for this board or for all, newest first.
   * @param {Board} [board]
   * @returns {Kept[]}
   */
  function asides(board) {
    return games(ASIDE).filter((one) => !board || isSameBoard(one.game.board, board));
  }

  /**
   * @param {string} prefix
   * @returns {Kept[]}
   */
  function games(prefix) {
    const found = [];
    for (const id of keys(prefix)) {
      const one = read(attempt((storage) => storage.getItem(id), null));
      if (one && isBegun(one.game)) found.push({ id, ...one });
    }
    return found.sort((one, other) => other.when - one.when);
  }

  /**
   * Restore the game that was set aside under this id; null if it no longer exists.
   * @param {string} id
   * @returns {Game | null}
   */
  function restore(id) {
    if (!id.startsWith(ASIDE)) return null;
    const found = read(attempt((storage) => storage.getItem(id), null));
    attempt((storage) => storage.removeItem(id), undefined);
    return found && found.game;
  }

  /**
   * The message about a saved game that could not be read, once; "" if there is none.
   * @returns {string}
   */
  function takeTrouble() {
    const message = trouble;
    trouble = "";
    return message;
  }

  /** The board played last; null if there is none. @returns {Board | null} */
  function last() {
    const text = attempt((storage) => storage.getItem(GAME + storage.getItem(LAST)), null);
    return read(text)?.game.board ?? null;
  }

  /**
   * Call back with the key of a board whenever another tab saves a game on it.
   * @param {(key: string) => void} callback
   */
  function onElsewhere(callback) {
    window.addEventListener("storage", (event) => {
      if (event.key?.startsWith(GAME) && event.newValue !== null) callback(event.key.slice(GAME.length));
    });
  }

  return {
    load,
    save,
    isElsewhere,
    setAside,
    asides,
    /** The saved games of all boards, newest first. */
    games: () => games(GAME),
    restore,
    last,
    takeTrouble,
    onElsewhere,
  };
}
