/**
 * A small board as SVG. `draw` changes only what differs from the previous scene: a square is drawn again only
 * when its look changes.
 */

import { svg } from "../core/dom.js";
import { edgeNames, EDGE_FIGURES } from "./edges.js";
import { borderOf, squaresData } from "./ground.js";
import { KNIGHT_BODY, KNIGHT_EYE, KNIGHT_HEIGHT, KNIGHT_LINES } from "./knight.js";
import { makeLine } from "./line.js";
import { looksOf } from "./looks.js";
import { EMPTY, knightSquare, makeSteps } from "./scene.js";
import { makeFigure, makeShape, makeStroke, makeTint, UNIT } from "./shapes.js";
import { knightSize, lineWidth } from "./sizes.js";
import { makeSweepLine } from "./sweep.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {{x: number, y: number, lift: number, tip: {from: number, x: number, y: number, step: number} |
 * null}}   KnightPlace  where the knight is in motion, in squares, and the end of the line that follows it */

export function makeDrawing() {
  const layer = (name) => svg("g", { class: name });
  const light = svg("path", { class: "light" });
  const dark = svg("path", { class: "dark" });
  const frame = svg("path", { class: "frame" });
  const [tints, strokes, shapes] = ["tints", "strokes", "shapes"].map(layer);
  const [figures, edges] = ["figures", "edges"].map(layer);
  const line = makeLine(UNIT);
  const sweepLine = makeSweepLine(UNIT);
  const body = svg("path", { class: "knight-body", d: KNIGHT_BODY });
  const knight = svg(
    "g",
    { class: "knight" },
    body,
    svg("path", { class: "knight-eye", d: KNIGHT_EYE }),
    svg("path", { class: "knight-lines", d: KNIGHT_LINES }),
  );
  const hovered = svg("rect", { class: "hovered gone", width: UNIT, height: UNIT });
  const element = svg(
    "svg",
    { class: "drawing", "aria-hidden": "true", focusable: "false" },
    light, dark, tints, frame, hovered, line.element, strokes, sweepLine.element, shapes, figures, edges,
    knight,
  ); // prettier-ignore

  /** @type {Board} */
  let board;
  let pixels = 40;
  let scene = EMPTY;
  /** @type {{key: string, tint: any, shape: any, figure: any}[]} */
  let kept = []; // for each square: what is drawn on it
  let strokesKey = "";
  const steps = makeSteps();

  /** @param {Board} given */
  function setBoard(given) {
    board = given;
    element.setAttribute("viewBox", `0 0 ${board.cols * UNIT} ${board.rows * UNIT}`);
    light.setAttribute("d", squaresData(board, 0, UNIT));
    dark.setAttribute("d", squaresData(board, 1, UNIT));
    frame.setAttribute(
      "d",
      borderOf(board).map((p) => `M${p[0] * UNIT} ${p[1] * UNIT}L${p[2] * UNIT} ${p[3] * UNIT}`).join(""),
    );
    clear();
  }

  function clear() {
    steps.reset(board.area);
    kept = Array.from({ length: board.area }, () => ({ key: "", tint: null, shape: null, figure: null }));
    for (const group of [tints, strokes, shapes, figures]) group.replaceChildren();
    strokesKey = "";
    line.clear();
    scene = EMPTY;
  }

  /** Squares have this width now; everything is drawn again. @param {number} width in pixels */
  function resize(width) {
    pixels = width / board.cols;
    element.style.setProperty("--pixel", `${UNIT / pixels}px`);
    element.style.setProperty("--line", `${(UNIT * lineWidth(pixels)) / pixels}px`);
    clear();
    rename();
  }

  function rename() {
    const size = (UNIT * EDGE_FIGURES) / pixels;
    const write = (name, x, y) => svg("text", { x, y, text: name });
    edges.replaceChildren(
      ...edgeNames(board, "cols", pixels).map(({ at, name }) => write(name, (at + 0.5) * UNIT, -0.75 * size)),
      ...edgeNames(board, "rows", pixels).map(({ at, name }) => write(name, -0.85 * size, (at + 0.5) * UNIT)),
    );
    edges.style.fontSize = `${size}px`;
  }

  /**
   * Draw a scene, and return the squares that changed. The line reaches the square at step `reach`.
   * @param {import("./scene.js").Scene} next @param {number} [reach]
   */
  function draw(next, reach = next.shown) {
    scene = next;
    steps.follow(scene.path);
    line.draw(scene, board.cols, reach);
    drawStrokes();
    move(null);
    const changed = [];
    const look = looksOf(scene, steps.stepOf, pixels, true);
    for (let n = 0; n < kept.length; n++) {
      const found = look(n);
      const key = found ? Object.values(found).join("|") : "";
      if (key === kept[n].key) continue;
      kept[n].key = key;
      dress(n, found);
      changed.push(n);
    }
    return changed;
  }

  function drawStrokes() {
    const key = scene.strokes.map((one) => `${one.kind} ${one.closed} ${Array.from(one.squares)}`).join(";");
    if (key !== strokesKey) strokes.replaceChildren(...scene.strokes.map((one) => makeStroke(one, board.cols)));
    strokesKey = key;
  }

  /** @param {number} n @param {import("./looks.js").Look | null} look */
  function dress(n, look) {
    const record = kept[n];
    const place = { n, cols: board.cols, pixels };
    const swap = (old, made, group) => {
      old?.remove();
      if (made) group.append(made);
      return made;
    };
    record.tint = swap(record.tint, look?.tint ? makeTint(place, look) : null, tints);
    record.shape = swap(record.shape, look?.shape ? makeShape(place, look) : null, shapes);
    record.figure = swap(record.figure, look?.figure ? makeFigure(place, look) : null, figures);
  }

  /** Put the knight where it is in motion, or on its square with null. @param {KnightPlace | null} place */
  function move(place) {
    const n = knightSquare(scene);
    knight.classList.toggle("gone", n === null);
    line.drawTip(place?.tip ?? null, scene, board.cols);
    if (n === null) return;
    const onStart = !place && n === scene.start;
    const at = place ?? { x: (n % board.cols) + 0.5, y: Math.floor(n / board.cols) + 0.5, lift: 0 };
    const size = knightSize(onStart, pixels) * (1 + 0.12 * at.lift);
    knight.classList.toggle("on-start", onStart);
    knight.classList.toggle("lifted", at.lift > 0);
    knight.style.setProperty("--lift", at.lift.toFixed(2));
    const [x, y] = [at.x * UNIT, at.y * UNIT];
    knight.style.transform = `translate(${x}px, ${y}px) scale(${(UNIT * size) / KNIGHT_HEIGHT})`;
  }

  return {
    element,
    setBoard,
    resize,
    rename,
    draw,
    move,
    /** Draw the line as far as the knight, once it has arrived. */
    arrive() {
      line.draw(scene, board.cols, scene.shown);
      move(null);
    },
    /** Mark the square under a dragged knight. @param {number | null} n */
    hover(n) {
      hovered.classList.toggle("gone", n === null);
      if (n === null) return;
      hovered.setAttribute("x", String((n % board.cols) * UNIT));
      hovered.setAttribute("y", String(Math.floor(n / board.cols) * UNIT));
    },
    /** Show the sweep of colours at a share of the walk, or end it with null. @param {number | null} share */
    sweepAt(share) {
      sweepLine.show(share, scene, board.cols);
    },
    get pixels() {
      return pixels;
    },
  };
}
