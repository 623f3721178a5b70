/**
 * Boards: rows, columns, holes and the leaper that moves on them. A board is a frozen value. Inside the page a
 * square is an index, row * cols + col, counted from 0 at the top left; users see names (`names.js`) and the
 * API sees [row, col] counted from 1. Nothing here touches the page.
 */

/**
 * @typedef {object} Board
 * @property {number} rows
 * @property {number} cols
 * @property {readonly [number, number]} leaper  how far it jumps, smaller number first; the knight is [1, 2]
 * @property {Uint8Array | null} holes  1 for each hole; null if there are none. Do not change it.
 * @property {number} area  rows * cols
 * @property {number} size  the number of squares: the area without the holes
 * @property {string} key  equal for equal boards
 */

export const KNIGHT = /** @type {const} */ ([1, 2]);

/**
 * A board.
 * @param {{rows: number, cols: number, holes?: Iterable<number> | Uint8Array | null,
 *   leaper?: readonly number[]}} parts  `holes` are indices, or a mask with 1 for each hole
 * @returns {Board}
 */
export function makeBoard({ rows, cols, holes = null, leaper = KNIGHT }) {
  const area = rows * cols;
  const mask = holes instanceof Uint8Array ? holes.slice() : maskOf(holes, area);
  const count = mask ? mask.reduce((sum, hole) => sum + hole, 0) : 0;
  const [a, b] = [...leaper].sort((one, other) => one - other);
  const shape = count ? `:${hash(mask)}` : "";
  const piece = a === 1 && b === 2 ? "" : `/${a},${b}`;
  return Object.freeze({
    rows,
    cols,
    leaper: /** @type {[number, number]} */ ([a, b]),
    holes: count ? mask : null,
    area,
    size: area - count,
    key: `${rows}x${cols}${shape}${piece}`,
  });
}

/** @param {Iterable<number> | null} indices @param {number} area */
function maskOf(indices, area) {
  const mask = new Uint8Array(area);
  for (const n of indices ?? []) mask[n] = 1;
  return mask;
}

/** A hash of a mask in 106 bits, so that no two boards of one visit share one. @param {Uint8Array} mask */
function hash(mask) {
  let one = 0x9dc5811c;
  let two = 0x01000193;
  for (let n = 0; n < mask.length; n++) {
    if (!mask[n]) continue;
    one = Math.imul(one ^ n, 0x85ebca6b) ^ (one >>> 13);
    two = Math.imul(two + n, 0xc2b2ae35) ^ (two >>> 16);
  }
  return `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`;
}

/** Whether two boards are equal. @param {Board} one @param {Board} other */
export function isSameBoard(one, other) {
  return one === other || (one.key === other.key && one.size === other.size);
}

/** Whether this square is a hole. @param {Board} board @param {number} n */
export function isHole(board, n) {
  return board.holes !== null && board.holes[n] === 1;
}

/** All squares of the board, without the holes. @param {Board} board @returns {number[]} */
export function squaresOf(board) {
  const all = [];
  for (let n = 0; n < board.area; n++) if (!isHole(board, n)) all.push(n);
  return all;
}

/** The holes as indices. @param {Board} board @returns {number[]} */
export function holesOf(board) {
  const all = [];
  for (let n = 0; n < board.area; n++) if (isHole(board, n)) all.push(n);
  return all;
}

/**
 * The eight directions as [down, right]: direction 1 first, then clockwise. As in src/turaga/order.py.
 * @param {readonly number[]} leaper
 * @returns {[number, number][]}
 */
export function directions([a, b]) {
  return [[b, a], [b, -a], [a, -b], [-a, -b], [-b, -a], [-b, a], [-a, b], [a, b]];
}

/**
 * The distinct steps in an order of directions. A leaper such as 0,1 has only four.
 * @param {readonly number[]} leaper
 * @param {string} [order]
 * @returns {[number, number][]}
 */
export function stepsOf(leaper, order = "12345678") {
  const all = directions(leaper);
  const seen = new Set();
  return [...order]
    .map((digit) => all[Number(digit) - 1])
    .filter(([down, right]) => !seen.has(`${down} ${right}`) && seen.add(`${down} ${right}`));
}

/**
 * The squares one move away from a square, in an order of directions. A hole has none.
 * @param {Board} board
 * @param {number} n
 * @param {string} [order]
 * @returns {number[]}
 */
export function neighboursOf(board, n, order) {
  if (isHole(board, n)) return [];
  const [row, col] = [Math.floor(n / board.cols), n % board.cols];
  return stepsOf(board.leaper, order)
    .map(([down, right]) => [row + down, col + right])
    .filter(([r, c]) => r >= 0 && r < board.rows && c >= 0 && c < board.cols)
    .map(([r, c]) => r * board.cols + c)
    .filter((other) => !isHole(board, other));
}

const tables = new Map(); // of the last boards, because every frame needs them
const MOST_TABLES = 4;

/**
 * The neighbours of every square in order of direction, made once for each board. For boards of up to some
 * thousand squares; walks on large boards use typed arrays (`walk/position.js`).
 * @param {Board} board
 * @returns {number[][]}
 */
export function neighbourTable(board) {
  let table = tables.get(board.key);
  if (!table) {
    table = Array.from({ length: board.area }, (_, n) => neighboursOf(board, n));
    if (tables.size >= MOST_TABLES) tables.delete(tables.keys().next().value);
    tables.set(board.key, table);
  }
  return table;
}

/** Whether two squares are one move apart. @param {Board} board @param {number} a @param {number} b */
export function isMove(board, a, b) {
  const down = Math.abs(Math.floor(a / board.cols) - Math.floor(b / board.cols));
  const right = Math.abs((a % board.cols) - (b % board.cols));
  const [less, more] = board.leaper;
  return (down === less && right === more) || (down === more && right === less);
}

/** Whether a path visits every square and ends one move from its start. @param {Board} board
 * @param {readonly number[]} path */
export function isClosedTour(board, path) {
  return path.length === board.size && path.length > 2 && isMove(board, path[0], path[path.length - 1]);
}

/**
 * The degree of every unvisited square: the number of unvisited squares that are a move away.
 * `ignored` squares do not lower the degrees of their neighbours, even if they are visited (the open start).
 * @param {Board} board
 * @param {Iterable<number>} visited
 * @param {Iterable<number>} [ignored]
 * @returns {Map<number, number>}
 */
export function degreesOf(board, visited, ignored = []) {
  const table = neighbourTable(board);
  const taken = board.holes ? board.holes.slice() : new Uint8Array(board.area);
  for (const n of visited) taken[n] = 1;
  const blocks = taken.slice();
  for (const n of ignored) blocks[n] = 0;
  const found = new Map();
  for (let n = 0; n < board.area; n++) {
    if (!taken[n]) found.set(n, table[n].reduce((sum, other) => sum + 1 - blocks[other], 0));
  }
  return found;
}

/** The unvisited squares that are a move away from the last square of a path. @param {Board} board
 * @param {readonly number[]} path @returns {number[]} */
export function targetsOf(board, path) {
  if (!path.length) return [];
  const visited = new Set(path);
  return neighboursOf(board, path[path.length - 1]).filter((n) => !visited.has(n));
}

/** A square as the API writes it: [row, col] counted from 1. @param {Board} board @param {number} n
 * @returns {[number, number]} */
export function toPair(board, n) {
  return [Math.floor(n / board.cols) + 1, (n % board.cols) + 1];
}

/** The index of a square that the API writes as a pair. @param {Board} board @param {number[]} pair */
export function fromPair(board, [row, col]) {
  return (row - 1) * board.cols + col - 1;
}

/** The fields `board` and `leaper` of an API request. @param {Board} board */
export function boardFields(board) {
  const { rows, cols, leaper } = board;
  const holes = holesOf(board).map((n) => toPair(board, n));
  return { board: holes.length ? { rows, cols, holes } : `${rows}x${cols}`, leaper: [...leaper] };
}

/** The board in an API response. @param {{rows: number, cols: number, holes: number[][]}} board
 * @param {number[]} [leaper] */
export function boardFromFields({ rows, cols, holes }, leaper) {
  return makeBoard({ rows, cols, leaper, holes: holes.map(([row, col]) => (row - 1) * cols + col - 1) });
}
