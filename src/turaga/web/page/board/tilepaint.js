/** Paints one tile of a large board: its squares, and the moves that cross it. */

import { shadeOf } from "./colours.js";
import { lineWidth } from "./sizes.js";

/**
 * @typedef {object} Walk what the tiles show
 * @property {import("../core/board.js").Board} board
 * @property {ArrayLike<number>} path
 * @property {Int32Array} stepOf
 * @property {number} squares how many squares of the path are visited
 * @property {number} moves how many moves are drawn
 * @property {boolean} lines
 * @property {boolean} bySteps whether colours tell the step
 * @property {number} total
 * @property {import("./colours.js").Palette} palette
 * @property {number} ratio device pixels in a pixel
 */
/** @typedef {{x: number, y: number, size: number, scale: number}} Corner  of a tile, in device pixels */

const FAINT_FROM = 4; // pixels of a square from which chequers are seen
const FULL_FROM = 30;
const MOST_CHEQUERS = 0.6;

/** The rows and columns that a tile shows, with a margin in squares; ends not included. @param {Walk} walk
 * @param {Corner} corner @param {number} margin */
function partOf({ board }, { x, y, size, scale }, margin) {
  return {
    top: Math.max(0, Math.floor(y / scale) - margin),
    left: Math.max(0, Math.floor(x / scale) - margin),
    bottom: Math.min(board.rows, Math.ceil((y + size) / scale) + margin),
    right: Math.min(board.cols, Math.ceil((x + size) / scale) + margin),
  };
}

/** @param {CanvasRenderingContext2D} context @param {Walk} walk @param {Corner} corner */
export function paintGround(context, walk, corner) {
  const { board, palette, ratio } = walk;
  const { scale } = corner;
  const part = partOf(walk, corner, 0);
  // Corners of squares on whole pixels: otherwise there are faint lines between them.
  const px = (col) => Math.round(col * scale - corner.x);
  const py = (row) => Math.round(row * scale - corner.y);
  const fill = (row, from, to) => context.fillRect(px(from), py(row), px(to) - px(from), py(row + 1) - py(row));
  context.fillStyle = palette.colour("square-light");
  for (let row = part.top; row < part.bottom; row++) {
    if (!board.holes) {
      fill(row, part.left, part.right);
      continue;
    }
    let begun = part.left;
    for (let col = part.left; col <= part.right; col++) {
      if (col < part.right && !board.holes[row * board.cols + col]) continue;
      if (col > begun) fill(row, begun, col);
      begun = col + 1;
    }
  }
  const share = Math.min(1, (scale / ratio - FAINT_FROM) / (FULL_FROM - FAINT_FROM));
  if (share <= 0) return;
  context.fillStyle = palette.colour("square-dark");
  context.globalAlpha = MOST_CHEQUERS * share;
  for (let row = part.top; row < part.bottom; row++) {
    for (let col = part.left + ((row + part.left + 1) % 2); col < part.right; col += 2) {
      if (!board.holes?.[row * board.cols + col]) fill(row, col, col + 1);
    }
  }
  context.globalAlpha = 1;
}

let found = new Int32Array(1 << 13);

/** The moves that can cross a tile, in order: those that leave a square in it or near it. @param {Walk} walk
 * @param {Corner} corner */
function movesNear(walk, corner) {
  const { board, stepOf, moves } = walk;
  const part = partOf(walk, corner, board.leaper[1] + 1);
  const most = (part.bottom - part.top) * (part.right - part.left);
  if (found.length < most) found = new Int32Array(most);
  let count = 0;
  for (let row = part.top; row < part.bottom; row++) {
    const line = row * board.cols;
    for (let n = line + part.left; n < line + part.right; n++) {
      const move = stepOf[n] - 1;
      if (move >= 0 && move < moves) found[count++] = move;
    }
  }
  return found.subarray(0, count).sort();
}

/**
 * Paint the moves of a list, or all that cross the tile.
 * @param {CanvasRenderingContext2D} context @param {Walk} walk @param {Corner} corner
 * @param {ArrayLike<number> | null} list in order
 */
export function paintMoves(context, walk, corner, list) {
  if (!walk.lines) return paintVisited(context, walk, corner);
  const { path, bySteps, total, palette, ratio, board } = walk;
  const { scale } = corner;
  const moves = list ?? movesNear(walk, corner);
  context.lineWidth = ratio * lineWidth(scale / ratio);
  context.lineJoin = context.lineCap = scale > 4 ? "round" : "butt";
  context.strokeStyle = palette.colour("walk-line");
  const { cols } = board;
  const x = (n) => ((n % cols) + 0.5) * scale - corner.x;
  const y = (n) => (Math.floor(n / cols) + 0.5) * scale - corner.y;
  let shade = -1;
  let before = -2;
  context.beginPath();
  for (let k = 0; k < moves.length; k++) {
    const move = moves[k];
    if (bySteps && shadeOf(move, total) !== shade) {
      if (k) context.stroke();
      shade = shadeOf(move, total);
      context.strokeStyle = palette.steps[shade];
      context.beginPath();
      before = -2;
    }
    const [from, to] = [path[move], path[move + 1 < path.length ? move + 1 : 0]];
    if (move !== before + 1) context.moveTo(x(from), y(from));
    context.lineTo(x(to), y(to));
    before = move;
  }
  context.stroke();
}

/** Without the line, visited squares have a tint. @param {CanvasRenderingContext2D} context @param {Walk} walk
 * @param {Corner} corner */
function paintVisited(context, walk, corner) {
  const { board, stepOf, squares, bySteps, total, palette } = walk;
  const { scale } = corner;
  const part = partOf(walk, corner, 0);
  const px = (at) => Math.round(at * scale - corner.x);
  const py = (at) => Math.round(at * scale - corner.y);
  paintGround(context, walk, corner);
  context.globalAlpha = bySteps ? 0.75 : 0.42;
  context.fillStyle = palette.colour("visited");
  for (let row = part.top; row < part.bottom; row++) {
    for (let col = part.left; col < part.right; col++) {
      const step = stepOf[row * board.cols + col];
      if (!step || step > squares) continue;
      if (bySteps) context.fillStyle = palette.steps[shadeOf(step - 1, total)];
      const [left, top] = [px(col), py(row)];
      context.fillRect(left, top, px(col + 1) - left, py(row + 1) - top);
    }
  }
  context.globalAlpha = 1;
}
