/**
 * Walks by Warnsdorff's rule, step by step the same as in src/turaga/greedy.py.
 *
 * A walk can continue a given beginning. Its random numbers are those that the rule would have left after
 * choosing at each square of the beginning. So a walk that continues the first squares of a walk by the same
 * rule and seed is that walk.
 */

import { isMove } from "../core/board.js";
import { BITS, END, GIVEN, Position } from "./position.js";
import { tieRng } from "./rng.js";
import { isRandom } from "./rule.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./rule.js").Rule} Rule */
/** @typedef {import("./rng.js").Seed} Seed */

/**
 * @typedef {object} Walk
 * @property {Board} board
 * @property {Rule} rule
 * @property {Seed} seed
 * @property {Int32Array} path  the squares visited
 * @property {number} given  how many of them were given: 1 if only the start was
 * @property {boolean} isTour  whether it visits every square
 * @property {boolean} closed  whether it is a tour that ends one move from its start
 * @property {Uint8Array} options  for each square, the number of candidates for the next move: where there are
 *   several, the rule had a choice
 * @property {Uint8Array} decided  for each square, what decided the next move: a place in `DECIDED_BY`
 * @property {Uint8Array} kept  for each square and each tie-break of the rule, a mask of the candidates that it
 *   kept; 0 if it was not used
 */

const LOOK = 1024; // squares between two looks at the clock; with lookahead every square has one

/** A walk in progress. It can stop at any square and go on later. */
export class WalkRun {
  /**
   * @param {Board} board
   * @param {number | ArrayLike<number>} beginning  the start, or the squares to begin with
   * @param {Rule} rule
   * @param {Seed} [seed]
   */
  constructor(board, beginning, rule, seed = rule.seed) {
    this.given = typeof beginning === "number" ? [beginning] : beginning;
    const start = this.given[0];
    if (!(Number.isInteger(start) && start >= 0 && start < board.area) || board.holes?.[start]) {
      throw new RangeError("the start is not a square of the board");
    }
    this.board = board;
    this.rule = rule;
    this.seed = seed;
    this.rng = tieRng(seed, start);
    this.position = new Position(board, rule);
    this.options = new Uint8Array(board.size);
    this.decided = new Uint8Array(board.size);
    this.kept = new Uint8Array(board.size * rule.stages.length);
    this.position.enter(this.position.place(start));
    this.done = false;
  }

  /** The number of squares visited so far. */
  get visited() {
    return this.position.count;
  }

  /** Go on for about this many milliseconds. Returns whether the walk is at its end.
   * @param {number} [milliseconds] */
  advance(milliseconds = Infinity) {
    const { position } = this;
    const slow = this.rule.stages.some(({ kind }) => kind === "lookahead");
    const deadline = milliseconds === Infinity ? Infinity : performance.now() + milliseconds;
    for (let i = 1; !this.done; i++) {
      const place = this.next();
      if (place < 0) this.done = true;
      else position.enter(place);
      if ((slow || i % LOOK === 0) && performance.now() >= deadline) break;
    }
    return this.done;
  }

  /** Choose the next place and record why; -1 at the end. */
  next() {
    const { position, rule, given, kept } = this;
    const at = position.count - 1;
    position.look();
    this.options[at] = BITS[position.options];
    if (position.count < given.length) return this.nextGiven(given[position.count]);
    const k = position.choose(this.rng);
    this.decided[at] = position.decided;
    const stages = rule.stages.length;
    for (let i = 0; i < stages; i++) kept[at * stages + i] = position.kept[i];
    return k < 0 ? -1 : position.path[at] + position.moves[k];
  }

  /** The place of the next given square. @param {number} square */
  nextGiven(square) {
    const { position } = this;
    const place = position.place(square);
    const here = position.path[position.count - 1];
    if (!position.free[place] || !isMove(this.board, position.square(here), square)) {
      throw new RangeError("the beginning of the walk is not a walk of the board");
    }
    if (isRandom(this.rule)) position.choose(this.rng); // only to use its random numbers
    this.decided[position.count - 1] = GIVEN;
    return place;
  }

  /** The walk so far. @returns {Walk} */
  result() {
    const { board, rule, seed, position } = this;
    const { count } = position;
    const path = new Int32Array(count);
    for (let i = 0; i < count; i++) path[i] = position.square(position.path[i]);
    const isTour = count === board.size;
    return {
      board,
      rule,
      seed,
      path,
      given: Math.min(count, this.given.length),
      isTour,
      closed: isTour && count > 2 && isMove(board, path[0], path[count - 1]),
      options: this.options.slice(0, count),
      decided: this.decided.slice(0, count),
      kept: this.kept.slice(0, count * rule.stages.length),
    };
  }
}

/**
 * The walk by a rule from a start, or the walk that continues the given squares. On a board of 60x60 this takes
 * a few milliseconds; use `computeWalk` of `client.js` if the board or the lookahead may be large.
 * @param {Board} board
 * @param {number | ArrayLike<number>} beginning
 * @param {Rule} rule
 * @param {Seed} [seed]
 * @returns {Walk}
 */
export function walk(board, beginning, rule, seed = rule.seed) {
  const run = new WalkRun(board, beginning, rule, seed);
  run.advance();
  return run.result();
}

/**
 * The steps at which the rule had a choice: the branch points of a timeline. Steps are counted from 0.
 * @param {Walk} made
 * @returns {number[]}
 */
export function branchPoints({ options, decided }) {
  const found = [];
  for (let i = 0; i < options.length; i++) if (options[i] > 1 && decided[i] !== END) found.push(i);
  return found;
}
