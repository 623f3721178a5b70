/**
 * Walks from every start of a board by one rule, as in src/turaga/solve/start_map.py. If a walk fails, it is
 * tried again with random orders of directions, and the longest walk counts.
 */

import { isMove, squaresOf } from "../core/board.js";
import { freshOrders } from "./freshorders.js";
import { WalkRun } from "./walk.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./rule.js").Rule} Rule */

/**
 * @typedef {object} StartResult  of one start
 * @property {number} start
 * @property {number} unvisited  how many squares the longest walk leaves
 * @property {boolean} closed  whether that walk is a closed tour
 * @property {string | null} order  the order of the retry that made it; null if the rule itself did
 */

/**
 * @typedef {object} StartMap
 * @property {StartResult[]} starts  row by row
 * @property {number} retries  over all starts
 * @property {number} steps
 */

/** The walks in progress. */
export class EveryStartRun {
  /** @param {Board} board @param {Rule} rule @param {number} [retries]  for each start */
  constructor(board, rule, retries = 0) {
    this.board = board;
    this.rule = rule;
    this.retries = retries;
    this.squares = squaresOf(board);
    /** @type {StartResult[]} */
    this.done = [];
    this.reported = 0;
    this.retried = 0;
    this.steps = 0;
    /** @type {WalkRun | null} */
    this.run = null;
    /** @type {StartResult | null} the best of the current start */
    this.best = null;
    /** @type {Iterator<string> | null} orders for retries of the current start */
    this.orders = null;
  }

  /** Go on for about this many milliseconds. Returns whether all starts are done.
   * @param {number} [milliseconds] */
  advance(milliseconds = Infinity) {
    const began = performance.now();
    while (this.done.length < this.squares.length) {
      const left = milliseconds - (performance.now() - began);
      if (left <= 0) return false;
      this.run ??= new WalkRun(this.board, this.squares[this.done.length], this.rule);
      if (!this.run.advance(left)) return false;
      this.take(this.run);
    }
    return true;
  }

  /** Record a walk at its end, and begin a retry if it failed. @param {WalkRun} run */
  take({ board, visited, position, rule }) {
    const start = this.squares[this.done.length];
    this.steps += visited;
    if (!this.best || board.size - visited < this.best.unvisited) {
      const end = position.square(position.path[visited - 1]);
      const closed = visited === board.size && visited > 2 && isMove(board, start, end);
      const order = rule === this.rule ? null : rule.order;
      this.best = { start, unvisited: board.size - visited, closed, order };
    }
    const again = this.best.unvisited ? this.nextRule(start) : null;
    if (again) {
      this.retried += 1;
      this.run = new WalkRun(board, start, again);
      return;
    }
    this.done.push(this.best);
    [this.run, this.best, this.orders] = [null, null, null];
  }

  /** The rule of the next retry; null if there is none. @param {number} start @returns {Rule | null} */
  nextRule(start) {
    this.orders ??= freshOrders(this.board, this.rule, start, this.retries);
    const { value, done } = this.orders.next();
    return done ? null : { ...this.rule, stages: [], order: value };
  }

  /** How far it is, with the results since the last report. */
  progress() {
    const found = this.done.slice(this.reported);
    this.reported = this.done.length;
    return { done: this.done.length, all: this.squares.length, found };
  }

  /** @returns {StartMap} */
  result() {
    return { starts: this.done, retries: this.retried, steps: this.steps };
  }
}
