/**
 * A small seeded random number generator, the same as in src/turaga/rng.py: Marsaglia's xorshift64, seeded with
 * SplitMix64. The seeding uses BigInt; the steps use two halves of 32 bits, because they must be fast.
 */

const STEP = 0x9e3779b97f4a7c15n;
const FIRST = 0xbf58476d1ce4e5b9n;
const SECOND = 0x94d049bb133111ebn;
const MOST_EXACT = 2 ** 21; // up to here, n times 32 bits is an exact number

/** @typedef {number | string | bigint} Seed  a whole number; a number only if it is exact */

/** @param {bigint} x  of 64 bits */
function splitmix(x) {
  let mixed = BigInt.asUintN(64, x + STEP);
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * FIRST);
  mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * SECOND);
  return mixed ^ (mixed >> 31n);
}

export class Rng {
  /** The same seeds give the same random numbers. @param {...Seed} seeds */
  constructor(...seeds) {
    let state = 0n;
    for (const seed of seeds) state = splitmix(state ^ BigInt.asUintN(64, BigInt(seed)));
    if (state === 0n) state = 1n; // 0 is the only state that xorshift never leaves
    this.high = Number(state >> 32n) | 0;
    this.low = Number(state & 0xffffffffn) | 0;
  }

  /** Make the next 64 random bits: the halves `high` and `low`, as signed numbers of 32 bits. */
  step() {
    let { high, low } = this;
    high ^= (high << 13) | (low >>> 19);
    low ^= low << 13;
    low ^= (low >>> 7) | (high << 25);
    high ^= high >>> 7;
    high ^= (high << 17) | (low >>> 15);
    low ^= low << 17;
    this.high = high;
    this.low = low;
  }

  /** The next 64 random bits as one number. @returns {bigint} */
  nextBits() {
    this.step();
    return (BigInt(this.high >>> 0) << 32n) | BigInt(this.low >>> 0);
  }

  /** A random number from 0 to n - 1, for n up to 2**32. @param {number} n @returns {number} */
  below(n) {
    this.step();
    const bits = this.high >>> 0;
    if (n > MOST_EXACT) return Number((BigInt(bits) * BigInt(n)) >> 32n);
    return Math.floor((bits * n) / 2 ** 32);
  }
}

/** A generator seeded with whole numbers. @param {...Seed} seeds */
export function makeRng(...seeds) {
  return new Rng(...seeds);
}

/**
 * The random numbers for the ties of a walk from a start. Each start has its own, as in src/turaga/greedy.py.
 * @param {Seed} seed
 * @param {number} start
 */
export function tieRng(seed, start) {
  return new Rng(seed, start);
}
