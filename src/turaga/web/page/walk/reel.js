/**
 * A walk as frames, one for each square. A frame is made when somebody asks for it. Going to the next or the
 * previous frame looks only at the squares around the knight; a jump replays the moves in between, some tens of
 * millions a second. Frames are counted from 0.
 */

import { nameOf } from "../core/names.js";
import { MOST_NAMED, sentences } from "./narration.js";
import { BITS, DECIDED_BY, GIVEN, Position } from "./position.js";

/** @typedef {import("./walk.js").Walk} Walk */
/** @typedef {import("./narration.js").Choice} Choice */
/** @typedef {import("./narration.js").Facts} Facts */

/**
 * @typedef {object} Frame
 * @property {number} number  from 1, as the sentences count steps
 * @property {Int32Array} path  the squares visited; a view of the walk's path, read-only
 * @property {number} square  where the knight is
 * @property {number[]} targets  the squares that it can move to, in the rule's order
 * @property {[number, number][]} candidates  the same, each with its degree
 * @property {number | null} next  where it goes next
 * @property {null} left  a walk never goes back
 * @property {Choice | null} choice  why it goes there; null in the last frame, and if the square was given
 * @property {"tour" | "stuck" | null} ending  in the last frame
 * @property {string[]} says  the description, in sentences
 */

export class Reel {
  /**
   * @param {Walk} walk
   * @param {{impossible?: string | null}} [how]  `impossible`: why theory rules out a tour from this start, if
   *   the caller knows; said in the first frame
   */
  constructor(walk, { impossible = null } = {}) {
    this.walk = walk;
    this.board = walk.board;
    this.length = walk.path.length;
    this.total = walk.path.length;
    this.path = walk.path;
    /** For each frame, the number of candidates: above 1 the rule had a choice. */
    this.options = walk.options;
    this.impossible = impossible;
    this.position = new Position(walk.board, walk.rule);
  }

  /** The frame with this number, from 0 to length - 1. @param {number} i @returns {Frame} */
  frame(i) {
    const facts = this.facts(i);
    const { square, candidates, next, choice, ending, visited } = facts;
    const targets = ending ? [] : candidates.map(([n]) => n);
    const path = this.path.subarray(0, visited);
    const says = sentences(facts, (n) => nameOf(this.board, n));
    return { number: visited, path, square, targets, candidates, next, left: null, choice, ending, says };
  }

  /**
   * The sentences of a frame in parts: texts, and squares as their indices. So a page can make each square
   * point at the board.
   * @param {number} i
   * @returns {(string | number)[][]}
   */
  parts(i) {
    const marked = sentences(this.facts(i), (n) => `\uE000${n}\uE000`);
    return marked.map((text) =>
      text
        .split("\uE000")
        .map((part, k) => (k % 2 ? Number(part) : part))
        .filter((part) => part !== ""),
    );
  }

  /** The degree of each unvisited square in a frame, as the rule counts it. @param {number} i
   * @returns {Map<number, number>} */
  degrees(i) {
    this.goTo(i);
    const { position, board } = this;
    const found = new Map();
    for (let n = 0; n < board.area; n++) {
      const place = position.place(n);
      if (position.free[place]) found.set(n, position.degree[place]);
    }
    return found;
  }

  /** What is known about a frame. @param {number} i @returns {Facts} */
  facts(i) {
    this.goTo(i);
    const { position, walk, board, path } = this;
    const isLast = i + 1 === this.length;
    position.look();
    const candidates = this.squares(position.options).map((n) => [n, position.degree[position.place(n)]]);
    return {
      board,
      rule: walk.rule,
      visited: i + 1,
      square: path[i],
      candidates: /** @type {[number, number][]} */ (candidates),
      next: isLast ? null : path[i + 1],
      choice: isLast || walk.decided[i] === GIVEN ? null : this.choice(i),
      impossible: i === 0 ? this.impossible : null,
      ending: isLast ? (walk.isTour ? "tour" : "stuck") : null,
      outcome: isLast ? { start: path[0], closed: walk.closed, missed: this.missed() } : null,
    };
  }

  /** Why the rule chose the next square; the position is there. @param {number} i @returns {Choice} */
  choice(i) {
    const { position, walk } = this;
    const { stages: ties } = walk.rule;
    const several = BITS[position.tied] > 1 && BITS[position.options] > 1;
    const stages = [];
    for (let k = 0, before = position.tied; k < ties.length; k++) {
      const kept = walk.kept[i * ties.length + k];
      if (!kept) break;
      stages.push({ tie: ties[k], kept: this.squares(kept), decisive: kept !== before });
      before = kept;
    }
    const chosen = walk.path[i + 1];
    return {
      decidedBy: DECIDED_BY[walk.decided[i]],
      chosen,
      degree: position.degree[position.place(chosen)],
      deadEnds: BITS[position.options] > 1 ? this.squares(position.dead) : [],
      tied: several ? this.squares(position.tied) : [],
      stages,
    };
  }

  /** The squares of a mask of candidates. @param {number} mask @returns {number[]} */
  squares(mask) {
    const { position } = this;
    const here = position.path[position.count - 1];
    const found = [];
    for (let k = 0; k < position.moves.length; k++) {
      if (mask & (1 << k)) found.push(position.square(here + position.moves[k]));
    }
    return found;
  }

  /** The first unvisited squares, row by row. */
  missed() {
    const { position, board } = this;
    const found = [];
    for (let n = 0; n < board.area && found.length < MOST_NAMED; n++) {
      if (position.free[position.place(n)]) found.push(n);
    }
    return found;
  }

  /** Bring the position to a frame. @param {number} i */
  goTo(i) {
    const { position, path } = this;
    if (!(i >= 0 && i < this.length)) throw new RangeError(`there is no frame ${i}`);
    if (i + 1 < position.count / 2) position.fill(); // beginning again is quicker
    while (position.count > i + 1) position.leave();
    while (position.count < i + 1) position.enter(position.place(path[position.count]));
  }
}

/** The frames of a walk. @param {Walk} walk @param {ConstructorParameters<typeof Reel>[1]} [how] */
export function reelOfWalk(walk, how) {
  return new Reel(walk, how);
}
