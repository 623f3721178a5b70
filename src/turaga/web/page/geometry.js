/**
 * Where a knight can go. Inside the page a square is an index, row * cols + col, counted from 0. Users and
 * the API see row,col counted from 1. Nothing here touches the page.
 */

/** The eight directions as [down, right]: direction 1 first, then clockwise. */
export const MOVES = [
  [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2], [1, 2],
];

/** A cache of neighbour lists by board size, because every frame of a 60x60 walk needs them. */
const made = new Map();

/**
 * The neighbours of every square, each list in order of direction.
 * @param {number} rows
 * @param {number} cols
 * @returns {number[][]}
 */
export function neighbours(rows, cols) {
  const key = `${rows}x${cols}`;
  if (!made.has(key)) {
    const lists = [];
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) {
        lists.push(
          MOVES.map(([down, right]) => [row + down, col + right])
            .filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < cols)
            .map(([r, c]) => r * cols + c),
        );
      }
    }
    made.set(key, lists);
  }
  return made.get(key);
}

/**
 * Whether two squares are a knight's move apart.
 * @param {number} a
 * @param {number} b
 * @param {number} cols
 */
export function isMove(a, b, cols) {
  const down = Math.abs(Math.floor(a / cols) - Math.floor(b / cols));
  const across = Math.abs((a % cols) - (b % cols));
  return down * across === 2;
}

/**
 * The degree of every unvisited square: the number of unvisited squares that are a move away.
 * `ignored` squares do not lower the degrees of their neighbours, even if they are visited (the open start).
 * @param {{rows: number, cols: number}} board
 * @param {Iterable<number>} visited
 * @param {Iterable<number>} [ignored]
 * @returns {Map<number, number>}
 */
export function degrees(board, visited, ignored = []) {
  const lists = neighbours(board.rows, board.cols);
  const taken = new Uint8Array(lists.length);
  for (const n of visited) taken[n] = 1;
  const blocks = taken.slice();
  for (const n of ignored) blocks[n] = 0;
  const found = new Map();
  for (let n = 0; n < lists.length; n++) {
    if (!taken[n]) found.set(n, lists[n].reduce((sum, other) => sum + 1 - blocks[other], 0));
  }
  return found;
}

/**
 * The unvisited squares that are a move away from the last square of a path.
 * @param {{rows: number, cols: number}} board
 * @param {number[]} path
 * @returns {number[]}
 */
export function targets(board, path) {
  if (!path.length) return [];
  const visited = new Set(path);
  return neighbours(board.rows, board.cols)[path[path.length - 1]].filter((n) => !visited.has(n));
}

/**
 * A square as text: row,col counted from 1.
 * @param {number} n
 * @param {number} cols
 */
export function show(n, cols) {
  return `${Math.floor(n / cols) + 1},${(n % cols) + 1}`;
}

/**
 * A square as the API writes it: [row, col] counted from 1.
 * @param {number} n
 * @param {number} cols
 * @returns {[number, number]}
 */
export function toPair(n, cols) {
  return [Math.floor(n / cols) + 1, (n % cols) + 1];
}

/**
 * The index of a square that the API writes as a pair.
 * @param {number[]} pair
 * @param {number} cols
 */
export function fromPair([row, col], cols) {
  return (row - 1) * cols + col - 1;
}

/**
 * Parse a square: row,col counted from 1, or a chess name (a1 is bottom left). Returns null if the text is
 * not a square of this board.
 * @param {string | null | undefined} text
 * @param {number} rows
 * @param {number} cols
 * @returns {number | null}
 */
export function parseSquare(text, rows, cols) {
  const pair = /^\s*(\d{1,3})\s*,\s*(\d{1,3})\s*$/.exec(text ?? "");
  const name = /^\s*([a-z]{1,2})(\d{1,3})\s*$/i.exec(text ?? "");
  let row = -1;
  let col = -1;
  if (pair) {
    row = Number(pair[1]) - 1;
    col = Number(pair[2]) - 1;
  } else if (name) {
    row = rows - Number(name[2]);
    col = [...name[1].toLowerCase()].reduce((sum, c) => sum * 26 + c.charCodeAt(0) - 96, 0) - 1;
  }
  return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : null;
}

/**
 * Parse a board written as 8 or 8x8. Returns null if the text is not a board or is outside the limits.
 * @param {string | null | undefined} text
 * @param {number} least
 * @param {number} most
 * @returns {{rows: number, cols: number} | null}
 */
export function parseBoard(text, least, most) {
  const found = /^\s*(\d{1,4})(?:\s*x\s*(\d{1,4}))?\s*$/i.exec(text ?? "");
  if (!found) return null;
  const rows = Number(found[1]);
  const cols = Number(found[2] ?? found[1]);
  const fits = [rows, cols].every((side) => side >= least && side <= most);
  return fits ? { rows, cols } : null;
}
