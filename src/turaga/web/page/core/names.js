/**
 * The names of squares and boards, as the user writes and reads them. Chess names (a1 is the bottom left) are
 * used on boards of up to 26 columns, unless the user prefers row,column counted from 1 at the top left. Links
 * and the API always use row,column.
 */

/** @typedef {import("./board.js").Board} Board */
/** @typedef {"chess" | "pairs"} Notation */

export const MOST_LETTERS = 26;

/** @type {Notation} */
let chosen = "chess";

/** Choose the notation. `settings.js` calls this; everything else only reads names. @param {Notation} notation */
export function setNotation(notation) {
  chosen = notation;
}

/** Whether squares of this board have chess names now. @param {{cols: number}} board */
export function usesLetters(board) {
  return chosen === "chess" && board.cols <= MOST_LETTERS;
}

/** The name of a square in the chosen notation. @param {Board} board @param {number} n */
export function nameOf(board, n) {
  return usesLetters(board) ? `${columnName(board, n % board.cols)}${rowName(board, Math.floor(n / board.cols))}` : pairName(board, n);
}

/** The label of a column at the edge. @param {{cols: number}} board @param {number} col */
export function columnName(board, col) {
  return usesLetters(board) ? String.fromCharCode(97 + col) : String(col + 1);
}

/** The label of a row at the edge. @param {{rows: number, cols: number}} board @param {number} row */
export function rowName(board, row) {
  return String(usesLetters(board) ? board.rows - row : row + 1);
}

/** A square as row,column counted from 1, as links have it. @param {Board} board @param {number} n */
export function pairName(board, n) {
  return `${Math.floor(n / board.cols) + 1},${(n % board.cols) + 1}`;
}

/** The name of a [row, col] pair of the API. @param {Board} board @param {number[]} pair */
export function nameOfPair(board, [row, col]) {
  return nameOf(board, (row - 1) * board.cols + col - 1);
}

/**
 * Parse a square in either notation. Returns null if the text is not a square of this board; holes are not,
 * unless `canBeHole`.
 * @param {string | null | undefined} text
 * @param {Board} board
 * @returns {number | null}
 */
export function parseSquare(text, board, canBeHole = false) {
  const pair = /^\s*(\d{1,4})\s*[,;]\s*(\d{1,4})\s*$/.exec(text ?? "");
  const name = /^\s*([a-z]{1,2})\s*(\d{1,4})\s*$/i.exec(text ?? "");
  let row = -1;
  let col = -1;
  if (pair) {
    row = Number(pair[1]) - 1;
    col = Number(pair[2]) - 1;
  } else if (name) {
    row = board.rows - Number(name[2]);
    col = [...name[1].toLowerCase()].reduce((sum, c) => sum * 26 + c.charCodeAt(0) - 96, 0) - 1;
  }
  if (!(row >= 0 && row < board.rows && col >= 0 && col < board.cols)) return null;
  const n = row * board.cols + col;
  return board.holes?.[n] && !canBeHole ? null : n;
}

const SQUARE = /(?<!leaper |[\d,])\d{1,4},\d{1,2}(?![\d,]*\d| leaper)|\b[a-z]\d{1,4}\b/g;

/**
 * A sentence of the server in parts: texts, and squares as their indices. The server writes chess names, and
 * row,column if there are too many columns. Numbers with thousands have a comma too, but three digits after it,
 * and a leaper is named as one.
 * @param {Board} board
 * @param {string} text
 * @returns {(string | number)[]}
 */
export function splitSquares(board, text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(SQUARE)) {
    const n = parseSquare(found[0], board, true);
    if (n === null) continue;
    if (found.index > from) parts.push(text.slice(from, found.index));
    parts.push(n);
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/**
 * A sentence of the server with its squares in the chosen notation.
 * @param {Board} board
 * @param {string} text
 */
export function renamed(board, text) {
  return splitSquares(board, text).map((part) => (typeof part === "number" ? nameOf(board, part) : part)).join("");
}

/** The board's size, as people write it: 8x8. @param {{rows: number, cols: number}} board */
export function sizeName({ rows, cols }) {
  return `${rows}x${cols}`;
}

/** The board in words: "8x8", "8x8 with 3 holes", "10x10 with leaper 2,3". @param {Board} board */
export function boardName(board) {
  const holes = board.area - board.size;
  const [a, b] = board.leaper;
  const parts = [];
  if (holes) parts.push(`${holes} ${holes === 1 ? "hole" : "holes"}`);
  if (a !== 1 || b !== 2) parts.push(`leaper ${a},${b}`);
  return parts.length ? `${sizeName(board)} with ${parts.join(" and ")}` : sizeName(board);
}
