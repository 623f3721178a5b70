// Where games are kept: in the browser, one for each board, so that a reload, a lost server or a closed tab
// loses nothing. Those that another took the place of are put aside, and can be brought back.
//
// Two tabs with one board show one game. Each remembers the text it last read or wrote; before a tab writes
// it looks whether that text is still there. If it is not, the other tab has gone on: then nothing is
// written, and the tab takes over the other's game (`keep` says "elsewhere"; `onElsewhere` tells at once,
// where the browser does).

import { boardName, isBegun, readGame, writeGame } from "./game.js";
import { LEAST_SIDE } from "./sizepicker.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {{least: number, most: number, squares: number}} Limits */
/** @typedef {{id: string, game: Game, when: number}} Kept */

const GAME = "turaga:game:"; // and the board's name
const ASIDE = "turaga:aside:"; // and the board's name, and a number of its own
const DAMAGED = "turaga:damaged:";
const LAST = "turaga:last"; // the board played last
const ASIDES = 9; // put aside of each board; then the oldest makes room

const MOST_SQUARES = 2500; // unless the server has said otherwise

/**
 * What a board to play on may be: as many squares as hints are given for, in a square at the most.
 * @param {{limits: Record<string, number>}} options
 * @returns {Limits}
 */
export function limitsOfPlay({ limits }) {
  const squares = limits.hint_most_squares ?? MOST_SQUARES;
  return { least: LEAST_SIDE, most: Math.floor(Math.sqrt(squares)), squares };
}

/**
 * The keeper of games.
 * @param {Limits} limits  what a board may be, for what is read
 * @param {() => Storage} [place]  where; asking for it may throw where the browser forbids it
 */
export function makeKeeper(limits, place = () => window.localStorage) {
  /** @type {Map<string, string | null>} the text each key had when it was last read or written here */
  const seen = new Map();
  let trouble = ""; // what was found that could not be read

  /**
   * What the storage answers, or what is to be taken for it where the browser keeps nothing.
   * @template T
   * @param {(storage: Storage) => T} question
   * @param {T} otherwise
   * @returns {T}
   */
  function tried(question, otherwise) {
    try {
      return question(place());
    } catch {
      return otherwise; // forbidden, or full
    }
  }

  /**
   * The game in this text, with the time it was written; null if it holds none.
   * @param {string | null} text
   * @returns {{game: Game, when: number} | null}
   */
  function read(text) {
    if (text === null || text.length > 1_000_000) return null;
    try {
      const said = JSON.parse(text);
      const game = readGame(said, limits);
      return game && { game, when: Number.isFinite(said.when) ? said.when : 0 };
    } catch {
      return null;
    }
  }

  const write = (/** @type {Game} */ game) => JSON.stringify({ ...writeGame(game), when: Date.now() });

  /**
   * All keys that begin so.
   * @param {string} prefix
   * @returns {string[]}
   */
  function keys(prefix) {
    return tried((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []);
  }

  /**
   * The game kept of this board; null if there is none. What is there and is none is put out of the way.
   * @param {number} rows
   * @param {number} cols
   * @returns {Game | null}
   */
  function kept(rows, cols) {
    const name = boardName({ rows, cols });
    const key = GAME + name;
    const text = tried((storage) => storage.getItem(key), null);
    const found = read(text);
    seen.set(key, text);
    if (found && boardName(found.game) === name) return found.game;
    if (text !== null) {
      tried((storage) => {
        storage.setItem(DAMAGED + name, text);
        storage.removeItem(key);
      }, undefined);
      seen.set(key, null);
      trouble = `What was kept of ${name} is no game that can be gone on with: it is put out of the way.`;
    }
    return null;
  }

  /**
   * Keep the game in place of the one kept of its board. "elsewhere": another tab has written since, and
   * nothing was written here; "not": the browser keeps nothing.
   * @param {Game} game
   * @returns {"kept" | "elsewhere" | "not"}
   */
  function keep(game) {
    const key = GAME + boardName(game);
    if (isElsewhere(game)) return "elsewhere";
    const text = write(game);
    return tried((storage) => {
      storage.setItem(key, text);
      storage.setItem(LAST, boardName(game));
      seen.set(key, text);
      return "kept";
    }, "not");
  }

  /**
   * Whether another tab has written this board's game since it was read or written here. One that was
   * removed, with all that is kept, is nobody's: this tab's is then the only one.
   * @param {{rows: number, cols: number}} board
   * @returns {boolean}
   */
  function isElsewhere(board) {
    const key = GAME + boardName(board);
    const text = tried((storage) => storage.getItem(key), null);
    return text !== null && seen.has(key) && seen.get(key) !== text;
  }

  /**
   * Keep the game beside the one to come of its board. One that stands after the same squares is replaced.
   * @param {Game} game
   * @returns {string | null}  by what it can be brought back; null if there is nothing to lose, or no keeping
   */
  function setAside(game) {
    if (!isBegun(game)) return null;
    const prefix = `${ASIDE}${boardName(game)}:`;
    const before = asides(game);
    const squares = JSON.stringify(game.path);
    const gone = before.filter((one) => JSON.stringify(one.game.path) === squares);
    const others = before.filter((one) => !gone.includes(one));
    gone.push(...others.slice(ASIDES - 1)); // the newest are first
    const id = `${prefix}${Date.now()}-${Math.floor(Math.random() * 1e9)}`;
    return tried((storage) => {
      storage.setItem(id, write(game));
      gone.forEach((one) => storage.removeItem(one.id));
      return id;
    }, null);
  }

  /**
   * The games put aside, of this board or of all; the newest first.
   * @param {{rows: number, cols: number}} [board]
   * @returns {Kept[]}
   */
  function asides(board) {
    return games(board ? `${ASIDE}${boardName(board)}:` : ASIDE);
  }

  /**
   * @param {string} prefix
   * @returns {Kept[]}
   */
  function games(prefix) {
    const found = [];
    for (const id of keys(prefix)) {
      const one = read(tried((storage) => storage.getItem(id), null));
      if (one && isBegun(one.game)) found.push({ id, ...one });
    }
    return found.sort((one, other) => other.when - one.when);
  }

  /**
   * The game put aside under this name, which is so no longer; null if it is gone.
   * @param {string} id
   * @returns {Game | null}
   */
  function bringBack(id) {
    if (!id.startsWith(ASIDE)) return null;
    const found = read(tried((storage) => storage.getItem(id), null));
    tried((storage) => storage.removeItem(id), undefined);
    return found && found.game;
  }

  /**
   * What went wrong in reading, once; "" if nothing did.
   * @returns {string}
   */
  function takeTrouble() {
    const said = trouble;
    trouble = "";
    return said;
  }

  /**
   * The board played last, as people read it; null if none was.
   * @returns {string | null}
   */
  function last() {
    return tried((storage) => storage.getItem(LAST), null);
  }

  /**
   * Call back with the name of the board whose game another tab has written, whenever one has.
   * @param {(name: string) => void} callback
   */
  function onElsewhere(callback) {
    window.addEventListener("storage", (event) => {
      if (event.key?.startsWith(GAME) && event.newValue !== null) callback(event.key.slice(GAME.length));
    });
  }

  return {
    kept,
    keep,
    isElsewhere,
    setAside,
    asides,
    /** The games kept, of all boards; the newest first. */
    games: () => games(GAME),
    bringBack,
    last,
    takeTrouble,
    onElsewhere,
  };
}
