/**
 * What lies on top of the line of a large board: tints and shapes of single squares, figures, further lines,
 * the knight, the cursor, the frame, and the names at the edge. It is painted again in every frame, for the
 * squares in view only.
 */

import { edgeNames, EDGE_FIGURES } from "./edges.js";
import { borderOf } from "./ground.js";
import { looksOf } from "./looks.js";
import { paintKnight, paintLook, paintStroke, paintTint } from "./overlaypaint.js";
import { knightSquare } from "./scene.js";
import { hasRoom, lineWidth } from "./sizes.js";
import { strengthAt } from "./sweep.js";
import { shadeOf } from "./colours.js";

/**
 * @typedef {object} Overlay
 * @property {import("../core/board.js").Board} board
 * @property {import("./scene.js").Scene} scene
 * @property {Int32Array} stepOf
 * @property {import("./camera.js").Camera} camera
 * @property {{width: number, height: number}} port in pixels
 * @property {import("./colours.js").Palette} palette
 * @property {number | null} cursor
 * @property {number | null} hovered
 * @property {import("./drawing.js").KnightPlace | null} motion
 * @property {number | null} sweep
 */
/** @typedef {{top: number, left: number, bottom: number, right: number}} Part */

const MOST_SWEPT = 2500; // moves that have their colour at a time
const LEAST_BORDER = 5; // pixels of a square from which the edges of holes have a line

/** The rows and columns in view, ends not included. @param {Overlay} all @returns {Part} */
function partInView({ board, camera: { scale, x, y }, port }) {
  return {
    top: Math.max(0, Math.floor(-y / scale)),
    left: Math.max(0, Math.floor(-x / scale)),
    bottom: Math.min(board.rows, Math.ceil((port.height - y) / scale)),
    right: Math.min(board.cols, Math.ceil((port.width - x) / scale)),
  };
}

/** A function that returns where the centre of a square is. @param {import("../core/board.js").Board} board
 * @param {import("./camera.js").Camera} camera @returns {(n: number) => {x: number, y: number}} */
function placer({ cols }, { scale, x, y }) {
  return (n) => ({ x: x + ((n % cols) + 0.5) * scale, y: y + (Math.floor(n / cols) + 0.5) * scale });
}

/** Paint what lies inside the window. The context measures in pixels from its top left corner.
 * @param {CanvasRenderingContext2D} context @param {Overlay} all */
export function paintOverlay(context, all) {
  const { board, scene, camera, palette } = all;
  const { scale } = camera;
  const part = partInView(all);
  const at = placer(board, camera);
  const look = looksOf(scene, all.stepOf, scale, false);
  const squares = squaresWithLooks(all, part);
  const looks = squares.map((n) => ({ n, look: look(n) })).filter((one) => one.look);
  for (const { n, look: found } of looks) {
    if (found?.tint) paintTint(context, at(n), scale, found, palette);
  }
  for (const stroke of scene.strokes) paintStroke(context, stroke, at, scale, palette);
  if (all.motion?.tip) paintTip(context, all, at);
  if (all.sweep !== null) paintSweep(context, all, at);
  for (const { n, look: found } of looks) {
    if (found) paintLook(context, at(n), scale, found, palette);
  }
  paintFrame(context, all, part);
  paintSquareOutline(context, all, at, all.hovered, palette.colour("first"));
}

/** Paint the knight and the cursor, which may reach beyond the window at its edge.
 * @param {CanvasRenderingContext2D} context @param {Overlay} all */
export function paintPiece(context, all) {
  const { board, scene, camera, palette } = all;
  const { scale } = camera;
  const at = placer(board, camera);
  const knight = knightSquare(scene);
  if (knight !== null) {
    const place = all.motion
      ? { x: camera.x + all.motion.x * scale, y: camera.y + all.motion.y * scale, lift: all.motion.lift }
      : { ...at(knight), lift: 0 };
    const onStart = !all.motion && knight === scene.start;
    const { width, height } = all.port;
    const isIn = place.x >= 0 && place.y >= 0 && place.x <= width && place.y <= height;
    if (isIn && (!onStart || hasRoom(1, scale))) paintKnight(context, place, scale, onStart, palette);
  }
  paintSquareOutline(context, all, at, all.cursor, palette.colour("focus"));
}

/** The squares in view that can have a look of their own. @param {Overlay} all @param {Part} part */
function squaresWithLooks({ board, scene, camera }, part) {
  const isIn = (n) => {
    const [row, col] = [Math.floor(n / board.cols), n % board.cols];
    return row >= part.top && row < part.bottom && col >= part.left && col < part.right;
  };
  const { next, start, end, lastMove, targets, marks } = scene;
  const some = [next, start, end, ...(lastMove ?? []), ...targets, ...marks.keys()];
  const figures = (scene.numbers && hasRoom(String(scene.total).length, camera.scale)) ||
    (scene.degrees && hasRoom(1, camera.scale)); // prettier-ignore
  if (!figures && !scene.heat) return [...new Set(some.filter((n) => n !== null && isIn(n)))];
  const all = [];
  for (let row = part.top; row < part.bottom; row++) {
    for (let col = part.left; col < part.right; col++) {
      if (!board.holes?.[row * board.cols + col]) all.push(row * board.cols + col);
    }
  }
  return all;
}

/** @param {CanvasRenderingContext2D} context @param {Overlay} all @param {(n: number) => {x: number, y:
 * number}} at */
function paintTip(context, { motion, scene, camera, palette }, at) {
  if (!scene.lines || !motion?.tip) return;
  const { tip } = motion;
  const from = at(tip.from);
  context.lineWidth = lineWidth(camera.scale);
  context.lineCap = "round";
  const bySteps = scene.colour === "steps";
  context.strokeStyle = bySteps ? palette.steps[shadeOf(tip.step, scene.total)] : palette.colour("walk-line");
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(camera.x + tip.x * camera.scale, camera.y + tip.y * camera.scale);
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Overlay} all @param {(n: number) => {x: number, y:
 * number}} at */
function paintSweep(context, { scene, camera, palette, sweep }, at) {
  const { path, shown } = scene;
  const front = Math.min(shown - 1, Math.floor(/** @type {number} */ (sweep) * 1.35 * shown));
  context.lineWidth = 2 * lineWidth(camera.scale) + 1;
  context.lineCap = "round";
  for (let i = Math.max(0, front - MOST_SWEPT); i < front; i++) {
    const strength = strengthAt(i / shown, /** @type {number} */ (sweep));
    if (!strength) continue;
    context.globalAlpha = strength;
    context.strokeStyle = palette.steps[shadeOf(i, shown)];
    const [from, to] = [at(path[i]), at(path[i + 1])];
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {Overlay} all @param {Part} part */
function paintFrame(context, { board, camera, palette }, part) {
  context.strokeStyle = palette.colour("frame");
  context.lineWidth = 1.5;
  context.lineCap = "square";
  context.beginPath();
  const { scale, x, y } = camera;
  if (board.holes && scale >= LEAST_BORDER) {
    for (const [ax, ay, bx, by] of borderOf(board, part)) {
      context.moveTo(x + ax * scale, y + ay * scale);
      context.lineTo(x + bx * scale, y + by * scale);
    }
  } else if (!board.holes) {
    context.rect(x, y, board.cols * scale, board.rows * scale);
  }
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Overlay} all @param {(n: number) => {x: number, y:
 * number}} at
 * @param {number | null} n @param {string} colour */
function paintSquareOutline(context, { camera, palette }, at, n, colour) {
  if (n === null) return;
  const { x, y } = at(n);
  const half = Math.max(camera.scale, 12) / 2; // a square of few pixels needs a larger outline to be found
  context.lineWidth = 6;
  context.strokeStyle = palette.colour("paper");
  context.strokeRect(x - half, y - half, 2 * half, 2 * half);
  context.lineWidth = 3;
  context.strokeStyle = colour;
  context.strokeRect(x - half, y - half, 2 * half, 2 * half);
}

/** Paint the names of columns and rows. The context measures as for `paintOverlay`; the names are outside the
 * window. @param {CanvasRenderingContext2D} context @param {Overlay} all @param {string} family */
export function paintEdges(context, all, family) {
  const { board, camera, palette } = all;
  const part = partInView(all);
  context.font = `${EDGE_FIGURES}px ${family}`;
  context.fillStyle = palette.colour("faint");
  context.textAlign = "center";
  context.textBaseline = "middle";
  const top = Math.max(0, camera.y) - 0.75 * EDGE_FIGURES;
  const left = Math.max(0, camera.x) - 0.45 * EDGE_FIGURES;
  for (const { at, name } of edgeNames(board, "cols", camera.scale, part.left, part.right)) {
    const x = camera.x + (at + 0.5) * camera.scale;
    const half = 0.31 * EDGE_FIGURES * name.length; // the last name must not be cut off
    if (x >= 0 && x <= all.port.width) context.fillText(name, Math.min(x, all.port.width - half + 4), top);
  }
  context.textAlign = "right";
  for (const { at, name } of edgeNames(board, "rows", camera.scale, part.top, part.bottom)) {
    const y = camera.y + (at + 0.5) * camera.scale;
    if (y >= 0 && y <= all.port.height) context.fillText(name, left, y);
  }
}
