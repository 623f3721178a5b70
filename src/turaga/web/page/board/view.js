/**
 * An interactive board: a drawing, and on top of it a grid of cells for keyboards and screen readers. Small
 * boards are drawn as SVG, large ones on a canvas with zoom and pan. `draw(scene)` changes only what differs
 * from the previous scene. See `scene.js` for what a scene can show.
 */

import { isHole, isSameBoard } from "../core/board.js";
import { nameOf } from "../core/names.js";
import { el, freshId } from "../core/dom.js";
import { prefersStill } from "../core/settings.js";
import { makeCells } from "./cells.js";
import { forgetColours } from "./colours.js";
import { makeCursor } from "./cursor.js";
import { makeDrag } from "./drag.js";
import { makeDrawing } from "./drawing.js";
import { listenToGestures } from "./gestures.js";
import { animate, makeMotion } from "./motion.js";
import { completeScene, knightSquare, moveBetween } from "./scene.js";
import { hasRoom, LEAST_SVG, MOST_CELLS, SMALL_SIDE } from "./sizes.js";
import { makeSurface } from "./surface.js";
import { SWEEP_TIME } from "./sweep.js";
import { makeZoom, placeCells } from "./zoom.js";

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./gestures.js").BoardPlace} BoardPlace */

/**
 * @param {object} how
 * @param {Board} how.board
 * @param {string} how.label for screen readers
 * @param {string} [how.caption] more about the board for screen readers, such as its keys
 * @param {(n: number, place: BoardPlace | null) => void} [how.onPick] a click, a tap or Enter on a square
 * @param {(event: KeyboardEvent, n: number) => void} [how.onKey] other keys
 * @param {(from: number, to: number) => void} [how.onDrop] the knight was dragged to another square
 * @param {(n: number) => boolean} [how.canDrag] whether the knight on this square can be dragged
 * @param {(n: number, phase: "begin" | "go" | "end") => void} [how.onPaint] in paint mode; keys paint too
 */
export function makeBoardView(how) {
  const { onPick = () => {}, onKey = () => {}, onDrop = () => {}, onPaint = () => {} } = how;
  let { board } = how;
  let given = /** @type {Partial<Scene>} */ ({ path: [] });
  let scene = completeScene(given, board);
  let painting = false;
  let endSweep = () => {};

  const squares = el("div", { class: "squares" });
  const element = el("div", { class: "board" }, squares);
  const small = makeDrawing();
  const large = makeSurface({ onCamera: () => placeCells(cells?.element, large, board) });
  /** @type {typeof small | typeof large} */
  let drawing = small;
  const isLarge = () => drawing === large;
  const motion = makeMotion(() => drawing);
  const zoom = makeZoom(large, isLarge);

  const cellsHow = {
    label: how.label,
    onEnter: (n) => {
      if (!painting) return onPick(n, null);
      onPaint(n, "begin");
      onPaint(n, "end");
    },
    onKey: (event, n) => {
      if (event.ctrlKey) return;
      if (zoom.useKey(event, n)) event.preventDefault();
      else onKey(event, n);
    },
    onFocus: (n, byKey) => {
      if (!isLarge()) return;
      large.setCursor(byKey ? n : null);
      if (n !== null && byKey) zoom.reveal(n);
    },
  };
  /** @type {ReturnType<typeof makeCells> | ReturnType<typeof makeCursor>} */
  let cells = makeCells(cellsHow);
  describe();

  function describe() {
    if (!how.caption) return;
    const caption = el("span", { class: "board-caption", id: freshId("caption"), text: how.caption });
    cells.element.setAttribute("aria-describedby", caption.id);
    element.querySelector(".board-caption")?.remove();
    element.append(caption);
  }

  /** @param {number} n */
  const canDrag = (n) => !painting && n === knightSquare(scene) && (how.canDrag?.(n) ?? false);
  const centre = (n) => ({ x: (n % board.cols) + 0.5, y: Math.floor(n / board.cols) + 0.5 });
  const labelOf = (n) => (scene.cellLabel && !isHole(board, n) ? scene.cellLabel(n) : plainLabel(n));
  const plainLabel = (n) => (isHole(board, n) ? `${nameOf(board, n)}, hole` : nameOf(board, n));

  // -- size and drawing --

  /** Whether this board is drawn on a canvas in the room that there is. */
  function needsCanvas() {
    const { clientWidth: width, clientHeight: height } = element;
    if (Math.max(board.rows, board.cols) > SMALL_SIDE) return true;
    return width > 0 && Math.min(width / board.cols, height / board.rows) < LEAST_SVG;
  }

  function useDrawing() {
    const wanted = needsCanvas() ? large : small;
    const hasMany = board.area > MOST_CELLS;
    if (hasMany !== cells.element.classList.contains("cursor")) {
      cells = hasMany ? makeCursor(cellsHow) : makeCells(cellsHow);
      describe();
    }
    if (wanted !== drawing || squares.firstChild !== wanted.element || squares.lastChild !== cells.element) {
      drawing = wanted;
      squares.replaceChildren(drawing.element, cells.element);
      element.classList.toggle("large", isLarge());
      cells.element.removeAttribute("style");
    }
    element.style.setProperty("--rows", String(board.rows));
    element.style.setProperty("--cols", String(board.cols));
    drawing.setBoard(board);
    cells.setBoard(board, painting);
    measure();
  }

  function measure() {
    if (!squares.clientWidth) return;
    if (!isLarge()) small.resize(squares.clientWidth);
    else {
      const { offsetTop: top, offsetLeft: left } = squares;
      const { clientWidth: width, clientHeight: height } = element;
      const right = width - left - squares.clientWidth;
      const bottom = height - top - squares.clientHeight;
      const room = { top, left, right, bottom };
      large.resize({ width, height, room });
      placeCells(cells.element, large, board);
    }
    redraw();
  }

  function redraw() {
    motion.finish();
    drawing.draw(scene);
    cells.relabel(labelOf, null);
    showGrabbed();
  }

  function showGrabbed() {
    const n = knightSquare(scene);
    const wanted = n !== null && canDrag(n) ? n : null;
    cells.setGrabbed(wanted);
    element.classList.toggle("draggable", wanted !== null);
  }

  /** @param {Partial<Scene>} next @param {{glide?: boolean}} [options] */
  function draw(next, { glide = false } = {}) {
    const dropped = drag.takeDropped();
    motion.finish();
    endSweep();
    const before = scene;
    given = next;
    scene = completeScene(next, board);
    const move = (glide || dropped) && !prefersStill() ? moveBetween(before, scene) : null;
    const changed = drawing.draw(scene, move?.forward ? scene.shown - 1 : scene.shown);
    cells.relabel(labelOf, changed ?? changedBetween(before, scene));
    showGrabbed();
    if (!move) return;
    const tip = { from: move.forward ? move.from : move.to, step: Math.max(0, scene.shown - 2) };
    const isDropped = dropped !== null && dropped.to === move.to;
    motion.glide(isDropped ? dropped.place : centre(move.from), centre(move.to), tip, isDropped);
  }

  // -- pointers --

  /** @param {{clientX: number, clientY: number}} point @returns {BoardPlace} */
  function placeOf({ clientX, clientY }) {
    const { left, top, width, height } = squares.getBoundingClientRect();
    if (isLarge()) return zoom.placeAt(clientX - left, clientY - top);
    return { row: ((clientY - top) / height) * board.rows, col: ((clientX - left) / width) * board.cols };
  }

  const drag = makeDrag({
    drawing: () => drawing,
    motion,
    element,
    board: () => board,
    square: () => knightSquare(scene),
    isTarget: (n) => scene.targets.includes(n),
    onDrop,
  });
  listenToGestures(squares, {
    board: () => board,
    placeOf,
    canDrag,
    canPan: () => isLarge() && !painting && large.canZoom,
    isPainting: () => painting,
    onPick: (n, place) => {
      if (isHole(board, n)) return;
      cells.setCurrent(n);
      onPick(n, place);
    },
    onPaint,
    drag,
    onPan: (dx, dy) => zoom.pan(dx, dy),
    onZoom: (factor, { clientX, clientY }) => {
      const { left, top } = squares.getBoundingClientRect();
      return zoom.by(factor, { x: clientX - left, y: clientY - top });
    },
  });

  // -- changes around the board --

  new ResizeObserver(() => {
    if (!element.clientWidth) return;
    if (needsCanvas() !== isLarge()) useDrawing();
    else measure();
  }).observe(element);
  document.addEventListener("themechange", () => {
    forgetColours();
    if (isLarge()) large.repaint();
    else measure();
  });
  window.matchMedia("print").addEventListener("change", ({ matches }) => isLarge() && large.setPaper(matches));

  useDrawing();
  return {
    element,
    draw,
    zoom,
    /** Show another board, without a walk. @param {Board} next */
    setBoard(next) {
      if (isSameBoard(board, next)) return;
      motion.finish();
      endSweep();
      board = next;
      scene = completeScene({ path: [] }, board);
      useDrawing();
    },
    /** @param {number} n */
    focus: (n) => cells.focus(n),
    /** Name the grid for screen readers. @param {string} text */
    setLabel(text) {
      cellsHow.label = text;
      cells.setLabel(text);
    },
    /** On winning: colours run once along the line. */
    sweep() {
      endSweep();
      if (prefersStill() || scene.shown < 2) return;
      const current = drawing;
      endSweep = animate(SWEEP_TIME, (share) => current.sweepAt(share), () => current.sweepAt(null));
    },
    /** Paint with the pointer and the keys instead of picking. @param {boolean} on */
    setPaint(on) {
      if (on === painting) return;
      painting = on;
      element.classList.toggle("painting", on);
      cells.setBoard(board, on);
      cells.relabel(labelOf, null);
      showGrabbed();
    },
    /** Squares have other names now. */
    renameSquares() {
      drawing.rename();
      cells.relabel(labelOf, null);
    },
    /** The width of a square in pixels. */
    get pixels() {
      return drawing.pixels;
    },
    /** Whether squares are large enough for the numbers of a whole walk. */
    get hasRoomForNumbers() {
      return hasRoom(String(board.size).length, drawing.pixels);
    },
    /** Whether squares are large enough for one digit. */
    get hasRoomForFigures() {
      return hasRoom(1, drawing.pixels);
    },
  };
}

/** Some squares whose labels differ between two scenes, for a canvas, which does not know. @param {Scene}
 * before
 * @param {Scene} after @returns {number[] | null} null if there are many */
function changedBetween(before, after) {
  if (before.path !== after.path || Math.abs(before.shown - after.shown) > 200) return null;
  const found = [...before.targets, ...after.targets];
  const [from, to] = [Math.min(before.shown, after.shown), Math.max(before.shown, after.shown)];
  for (let i = Math.max(0, from - 1); i < to; i++) found.push(after.path[i]);
  return found;
}
