/** Single things on a canvas: a tint, a shape with its figure, a further line, the knight. */

import { KNIGHT_BODY, KNIGHT_EYE, KNIGHT_HEIGHT, KNIGHT_LINES } from "./knight.js";
import { MARKS, STROKES } from "./marks.js";
import { figureSize, knightSize, lineWidth, outlineOf } from "./sizes.js";

/** @typedef {{x: number, y: number}} Point */
/** @typedef {import("./looks.js").Look} Look */
/** @typedef {import("./colours.js").Palette} Palette */

/** @param {CanvasRenderingContext2D} context @param {Point} at @param {number} scale @param {Look} look
 * @param {Palette} palette */
export function paintTint(context, at, scale, { tint, share }, palette) {
  const mark = MARKS[tint]?.tint;
  if (tint === "plain" || tint === "step") return; // the tiles show it
  context.globalAlpha = mark ? mark[1] : tint === "last-move" ? 0.45 : 1;
  context.fillStyle = tint === "heat" ? palette.heat(share) : palette.colour(mark ? mark[0] : "last-move");
  context.fillRect(at.x - scale / 2, at.y - scale / 2, scale, scale);
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {Point} at @param {number} scale @param {Look} look
 * @param {Palette} palette */
export function paintLook(context, at, scale, look, palette) {
  if (look.shape) paintShape(context, at, scale, look, palette);
  if (look.shape === "bead") {
    const shade = Math.round(look.hue * (palette.steps.length - 1));
    context.strokeStyle = look.hue < 0 ? palette.colour("walk-line") : palette.steps[shade];
    context.lineWidth = 0.5 * lineWidth(scale);
    context.stroke();
  }
  if (!look.figure) return;
  const bold = look.written === "on-end" || look.written === "aim" ? "bold " : "";
  context.font = `${bold}${figureSize(look.figure.length, scale) * scale}px ${palette.colour("sans")}`;
  const ink = { "on-end": "on-ends", degree: "faint" }[look.written] ?? "ink";
  context.fillStyle = palette.colour(ink);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(look.figure, at.x, at.y + 0.04 * scale);
}

/** @param {CanvasRenderingContext2D} context @param {Point} at @param {number} scale @param {Look} look
 * @param {Palette} palette */
function paintShape(context, at, scale, { shape, figure, onLine }, palette) {
  const { box, radius } = outlineOf(shape, scale);
  const r = radius * scale;
  const mark = MARKS[shape];
  context.beginPath();
  if (box) context.roundRect(at.x - r, at.y - r, 2 * r, 2 * r, 0.2 * r);
  else if (mark?.cross && !figure) {
    for (const side of [-1, 1]) {
      context.moveTo(at.x - r, at.y - side * r);
      context.lineTo(at.x + r, at.y + side * r);
    }
  } else context.arc(at.x, at.y, r, 0, 2 * Math.PI);
  if (mark?.ring || shape === "last-open") {
    if (onLine) {
      context.fillStyle = palette.colour("square-light");
      context.fill();
    }
    context.strokeStyle = palette.colour(mark?.ring ?? "last");
    context.lineWidth = (mark?.width ?? 1) * Math.max(1.8, 0.045 * scale);
    context.setLineDash(mark?.dashed ? [0.14 * scale, 0.1 * scale] : []);
    context.stroke();
    context.setLineDash([]);
    return;
  }
  const soft = shape.endsWith("-figure");
  context.globalAlpha = soft ? (shape.startsWith("next") ? 0.45 : 0.22) : 1;
  context.fillStyle = palette.colour({ bead: "square-light", first: "first", last: "last" }[shape] ?? "aim");
  context.fill();
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {import("./scene.js").Stroke} stroke
 * @param {(n: number) => Point} at @param {number} scale @param {Palette} palette */
export function paintStroke(context, { squares, closed, kind }, at, scale, palette) {
  const look = STROKES[kind] ?? STROKES.faint;
  context.beginPath();
  for (let k = 0; k < squares.length; k++) {
    const { x, y } = at(squares[k]);
    if (k) context.lineTo(x, y);
    else context.moveTo(x, y);
  }
  if (closed) context.closePath();
  context.lineWidth = look.width * lineWidth(scale);
  context.lineJoin = context.lineCap = "round";
  context.strokeStyle = palette.colour(look.colour);
  context.globalAlpha = look.strength ?? 1;
  context.setLineDash(look.dashed ? [0.16 * scale, 0.16 * scale] : []);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
}

const BODY = new Path2D(KNIGHT_BODY);
const EYE = new Path2D(KNIGHT_EYE);
const LINES = new Path2D(KNIGHT_LINES);

/** @param {CanvasRenderingContext2D} context @param {Point & {lift: number}} place @param {number} scale
 * @param {boolean} onStart whether it is on the disc of the start @param {Palette} palette */
export function paintKnight(context, place, scale, onStart, palette) {
  const size = (knightSize(onStart, scale) * scale * (1 + 0.12 * place.lift)) / KNIGHT_HEIGHT;
  context.save();
  context.translate(place.x, place.y);
  context.scale(size, size);
  context.lineJoin = "round";
  if (!onStart) {
    context.lineWidth = 9;
    context.strokeStyle = palette.colour("knight-edge");
    if (place.lift > 0) {
      context.shadowColor = "rgba(0,0,0,0.4)";
      context.shadowBlur = 12 * place.lift;
      context.shadowOffsetY = 6 * place.lift;
    }
    context.stroke(BODY);
    context.shadowColor = "transparent";
  }
  context.fillStyle = palette.colour(onStart ? "on-ends" : "knight");
  context.fill(BODY);
  context.fillStyle = context.strokeStyle = palette.colour(onStart ? "first" : "knight-edge");
  context.fill(EYE);
  context.lineWidth = 3.5;
  context.lineCap = "round";
  if (!onStart && size * KNIGHT_HEIGHT > 30) context.stroke(LINES);
  context.restore();
}
