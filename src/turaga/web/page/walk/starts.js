/**
 * Walks from several starts, until one of them is a tour: from any start by one rule, or from random starts
 * with random ties. The server asks theory first which starts are possible, and tries other orders of moves
 * if the walk from the first of them fails. Here every square is a possible start, and the rule stays the same.
 */

import { squaresOf } from "../core/board.js";
import { makeRng } from "./rng.js";
import { parseRule } from "./rule.js";
import { WalkRun } from "./walk.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./rule.js").Rule} Rule */
/** @typedef {import("./walk.js").Walk} Walk */
/** @typedef {{walk: Walk, tries: number}} Tried  `walk` is a tour, or the longest walk if none was */

const MOST_STARTS = 256; // tried from any start
const MOST_TRIES = 400; // of random tours
const ENOUGH_TIME = 200; // milliseconds for random tours
const SEEDS = 2 ** 31; // seeds that people can type

/** Walks in progress, one after another, until one is a tour. */
export class TriesRun {
  /**
   * @param {Board} board
   * @param {Iterator<{start: number, rule: Rule}>} tries
   * @param {number} [time]  milliseconds, without the time in between calls; the first try is always completed
   */
  constructor(board, tries, time = Infinity) {
    this.board = board;
    this.tries = tries;
    this.left = time;
    this.tried = 0;
    /** @type {WalkRun | null} */
    this.run = null;
    /** @type {Walk | null} */
    this.longest = null;
  }

  /** The number of squares that the current walk has visited. */
  get visited() {
    return this.run?.visited ?? 0;
  }

  /** Go on for about this many milliseconds. Returns whether a tour is found or the tries are over.
   * @param {number} [milliseconds] */
  advance(milliseconds = Infinity) {
    const began = performance.now();
    for (;;) {
      const passed = performance.now() - began;
      const isLate = this.longest !== null && passed >= this.left;
      if (this.longest?.isTour || isLate || !this.begin()) return true;
      if (passed >= milliseconds) {
        this.left -= passed;
        return false;
      }
      this.continueFor(Math.min(milliseconds, this.longest ? this.left : Infinity) - passed);
    }
  }

  /** Begin the next try, unless one has begun. Returns whether there is one. */
  begin() {
    if (this.run) return true;
    const { value, done } = this.tries.next();
    if (done) return false;
    this.run = new WalkRun(this.board, value.start, value.rule);
    this.tried += 1;
    return true;
  }

  /** @param {number} milliseconds */
  continueFor(milliseconds) {
    if (!this.run.advance(milliseconds)) return;
    if (!this.longest || this.run.visited > this.longest.path.length) this.longest = this.run.result();
    this.run = null;
  }

  /** @returns {Tried} */
  result() {
    return { walk: this.longest, tries: this.tried };
  }
}

/**
 * From any start, by one rule: the squares row by row.
 * @param {Board} board
 * @param {Rule} rule
 * @param {{most?: number, time?: number}} [limits]  the number of starts, and milliseconds
 */
export function anyStartRun(board, rule, { most = MOST_STARTS, time = Infinity } = {}) {
  return new TriesRun(board, startsOf(board, rule, most), time);
}

/** @param {Board} board @param {Rule} rule @param {number} most */
function* startsOf(board, rule, most) {
  let count = 0;
  for (let n = 0; n < board.area && count < most; n++) {
    if (board.holes?.[n]) continue;
    count += 1;
    yield { start: n, rule };
  }
}

/**
 * Random tours: each try has a random start and breaks ties at random, by a random seed. Every second try
 * prefers outer squares: its tours are less varied, but on large boards most other walks reach a dead end (on
 * 100x100 nine in ten).
 * @param {Board} board
 * @param {number | string} seed  chooses the starts and the seeds of the ties
 * @param {{most?: number, time?: number}} [limits]  the number of tries, and milliseconds
 */
export function newTourRun(board, seed, { most = MOST_TRIES, time = ENOUGH_TIME } = {}) {
  return new TriesRun(board, randomTries(board, seed, most), time);
}

/** @param {Board} board @param {number | string} seed @param {number} most */
function* randomTries(board, seed, most) {
  const rng = makeRng(seed);
  const squares = board.holes ? squaresOf(board) : null;
  for (let i = 0; i < most; i++) {
    const at = rng.below(board.size);
    const text = i % 2 ? "outermost,random" : "random";
    yield { start: squares ? squares[at] : at, rule: parseRule({ rule: text, seed: rng.below(SEEDS) }) };
  }
}
