/**
 * The state of a walk: the free squares, the degrees, and the squares visited so far. The same choices as
 * `Position` in src/turaga/greedy.py, on typed arrays: a board of a million squares takes a few megabytes.
 *
 * A square is a *place* here: its position in one flat row that has a margin of visited squares around the
 * board, so that no move needs a check for the edge. Moves longer than the board are left out, so the margin
 * stays small. A set of candidates is a mask: bit k is the k-th move in the rule's order.
 *
 * Invariant: for a free place, `degree` is the number of its free neighbours. With an open start, the start
 * counts as free. Of other places the degree means nothing.
 */

import { stepsOf } from "../core/board.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./rule.js").Rule} Rule */
/** @typedef {import("./rule.js").Tie} Tie */
/** @typedef {import("./rng.js").Rng} Rng */

/** What decided a move, as in src/turaga/play/narration.py. "given": not the rule, but the beginning of the
 * walk. "": there was no move, because the walk ended. */
export const DECIDED_BY = /** @type {const} */ ([
  "", "only", "not a dead end", "last dead end", "degree", "tie-break", "random", "order", "given",
]); // prettier-ignore
export const [END, ONLY, NOT_A_DEAD_END, LAST_DEAD_END, DEGREE, TIE_BREAK, RANDOM, ORDER, GIVEN] =
  DECIDED_BY.keys();

const MOST_MOVES = 8;

/** The number of bits in a mask of eight. */
export const BITS = Uint8Array.from({ length: 256 }, (_, mask) => mask.toString(2).replaceAll("0", "").length);

/** The number of the lowest bit. @param {number} mask */
const lowest = (mask) => 31 - Math.clz32(mask & -mask);

/** The number of the bit that has n lower ones. @param {number} mask @param {number} n */
function nthBit(mask, n) {
  let left = mask;
  for (let i = 0; i < n; i++) left &= left - 1;
  return lowest(left);
}

export class Position {
  /** @param {Board} board @param {Rule} rule */
  constructor(board, rule) {
    const steps = stepsOf(board.leaper, rule.order).filter(
      ([down, right]) => Math.abs(down) < board.rows && Math.abs(right) < board.cols,
    );
    this.board = board;
    this.rule = rule;
    this.top = Math.max(0, ...steps.map(([down]) => Math.abs(down)));
    this.left = Math.max(0, ...steps.map(([, right]) => Math.abs(right)));
    this.width = board.cols + this.left; // the margin at the left of a row is also that at the right before it
    this.moves = Int32Array.from(steps, ([down, right]) => down * this.width + right);
    const places = (board.rows + 2 * this.top + 1) * this.width;
    this.free = new Uint8Array(places);
    this.degree = new Uint8Array(places);
    this.path = new Int32Array(board.size); // the places visited, the first `count` of them
    this.count = 0;
    // About the last choice: the candidates, those left for last as dead ends, those with the best degree,
    // what decided, and the candidates that each tie-break kept, 0 if it was not used.
    this.options = 0;
    this.dead = 0;
    this.tied = 0;
    this.decided = END;
    this.kept = new Uint8Array(rule.stages.length);
    this.tallies = [new Int32Array(MOST_MOVES + 1), new Int32Array(MOST_MOVES + 1)];
    this.fill();
  }

  /** Make every square free. */
  fill() {
    const { free, degree, moves, board } = this;
    const { rows, cols, holes } = board;
    for (let row = 0, n = 0; row < rows; row++) {
      const begin = this.place(n);
      for (let col = 0; col < cols; col++, n++) free[begin + col] = holes && holes[n] ? 0 : 1;
    }
    for (let row = 0; row < rows; row++) {
      const begin = this.place(row * cols);
      for (let place = begin; place < begin + cols; place++) {
        let near = 0;
        for (let k = 0; k < moves.length; k++) near += free[place + moves[k]];
        degree[place] = near;
      }
    }
    this.count = 0;
  }

  /** The place of a square. @param {number} n  its index */
  place(n) {
    const { cols } = this.board;
    return (Math.floor(n / cols) + this.top) * this.width + (n % cols) + this.left;
  }

  /** The index of the square at a place. @param {number} place */
  square(place) {
    const row = Math.floor(place / this.width) - this.top;
    return row * this.board.cols + (place % this.width) - this.left;
  }

  /** Visit the free square at a place. @param {number} place */
  enter(place) {
    const { degree, moves } = this;
    this.free[place] = 0;
    if (this.count || !this.rule.openStart) {
      for (let k = 0; k < moves.length; k++) degree[place + moves[k]] -= 1;
    }
    this.path[this.count++] = place;
  }

  /** Undo the last `enter`. */
  leave() {
    const { degree, moves } = this;
    const place = this.path[--this.count];
    this.free[place] = 1;
    if (this.count || !this.rule.openStart) {
      for (let k = 0; k < moves.length; k++) degree[place + moves[k]] += 1;
    }
  }

  /** Find the candidates for the next move: the masks `options`, `dead` and `tied`. */
  look() {
    const { free, degree, moves } = this;
    const { most, deadEndsLast } = this.rule;
    const here = this.path[this.count - 1];
    let options = 0;
    let dead = 0;
    let tied = 0;
    let best = MOST_MOVES + 1;
    for (let k = 0; k < moves.length; k++) {
      const place = here + moves[k];
      if (!free[place]) continue;
      const bit = 1 << k;
      options |= bit;
      if (deadEndsLast && degree[place] === 0) {
        dead |= bit;
        continue;
      }
      const value = most ? MOST_MOVES - degree[place] : degree[place];
      if (value < best) {
        best = value;
        tied = bit;
      } else if (value === best) tied |= bit;
    }
    this.options = options;
    this.dead = dead;
    this.tied = tied;
  }

  /**
   * The move that the rule prefers of those that `look` found, as its number in the rule's order; -1 if there
   * is none. Sets `decided` and `kept`.
   * @param {Rng} rng
   */
  choose(rng) {
    const { options, dead, tied } = this;
    this.kept.fill(0);
    if (!(options & (options - 1))) {
      this.decided = options ? ONLY : END;
      return options ? lowest(options) : -1;
    }
    if (!tied) {
      this.decided = LAST_DEAD_END;
      return 31 - Math.clz32(options);
    }
    if (!(tied & (tied - 1))) {
      this.decided = dead && (options ^ dead) === tied ? NOT_A_DEAD_END : DEGREE;
      return lowest(tied);
    }
    return this.breakTie(rng);
  }

  /** @param {Rng} rng */
  breakTie(rng) {
    const { stages } = this.rule;
    let equal = this.tied;
    for (let i = 0; i < stages.length; i++) {
      if (stages[i].kind === "random") {
        this.decided = RANDOM;
        return nthBit(equal, rng.below(BITS[equal]));
      }
      const { kind, depth } = stages[i];
      equal = kind === "lookahead" ? this.ahead(equal, depth) : this.away(equal, kind);
      this.kept[i] = equal;
      if (!(equal & (equal - 1))) {
        this.decided = TIE_BREAK;
        return lowest(equal);
      }
    }
    this.decided = ORDER;
    return lowest(equal);
  }

  /** The candidates farthest from the centre or nearest to a corner. @param {number} equal
   * @param {string} kind */
  away(equal, kind) {
    const key = kind === "outermost" ? outermost : corner;
    const here = this.path[this.count - 1];
    let least = Infinity;
    let kept = 0;
    for (let k = 0; k < this.moves.length; k++) {
      if (!(equal & (1 << k))) continue;
      const place = here + this.moves[k];
      const row = Math.floor(place / this.width) - this.top;
      const value = key(this.board, row, (place % this.width) - this.left);
      if (value < least) [least, kept] = [value, 0];
      if (value === least) kept |= 1 << k;
    }
    return kept;
  }

  /** The candidates that are best by looking ahead up to `depth` moves. @param {number} equal
   * @param {number} depth */
  ahead(equal, depth) {
    const here = this.path[this.count - 1];
    let kept = equal;
    for (let d = 1; d <= depth && kept & (kept - 1); d++) {
      const rest = kept;
      kept = 0;
      for (let k = 0; k < this.moves.length; k++) {
        if (!(rest & (1 << k))) continue;
        const [least, tally] = this.tallies;
        tally.fill(0);
        this.countAhead(here + this.moves[k], d, tally);
        const compared = kept ? compareTallies(tally, least, this.rule.most) : -1;
        if (compared < 0) {
          kept = 0;
          this.tallies.reverse();
        }
        if (compared <= 0) kept |= 1 << k;
      }
    }
    return kept;
  }

  /**
   * Count the degrees at the end of every walk of `depth` moves after entering a place.
   * @param {number} place
   * @param {number} depth
   * @param {Int32Array} tally  how often each degree occurs
   */
  countAhead(place, depth, tally) {
    const { free, degree, moves } = this;
    this.enter(place);
    for (let k = 0; k < moves.length; k++) {
      const next = place + moves[k];
      if (!free[next]) continue;
      if (depth === 1) tally[degree[next]] += 1;
      else this.countAhead(next, depth - 1, tally);
    }
    this.leave();
  }
}

/** Minus the squared distance from the board's centre, in half squares. @param {Board} board
 * @param {number} row @param {number} col */
function outermost({ rows, cols }, row, col) {
  return -((2 * row - rows + 1) ** 2) - (2 * col - cols + 1) ** 2;
}

/** The Manhattan distance to the nearest corner. @param {Board} board @param {number} row
 * @param {number} col */
function corner({ rows, cols }, row, col) {
  return Math.min(row, rows - 1 - row) + Math.min(col, cols - 1 - col);
}

/**
 * Compare two sorted lists of degrees, given by how often each degree occurs: below 0 if the first list comes
 * first. Lists are sorted from the best degree. A list that is the beginning of another comes before it.
 * @param {Int32Array} one
 * @param {Int32Array} other
 * @param {boolean} most  whether large degrees are best
 */
export function compareTallies(one, other, most) {
  const last = one.length - 1;
  for (let i = 0; i <= last; i++) {
    const value = most ? last - i : i;
    if (one[value] === other[value]) continue;
    const [fewer, sign] = one[value] < other[value] ? [one, 1] : [other, -1];
    for (let j = i + 1; j <= last; j++) if (fewer[most ? last - j : j]) return sign;
    return -sign;
  }
  return 0;
}
