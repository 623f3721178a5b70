/** Zoom and pan of a large board, for buttons, keys and pointers. */

import { fitted, panned, revealing, zoomed } from "./camera.js";

/** @typedef {ReturnType<typeof import("./surface.js").makeSurface>} Surface */

const STEP = 1.6; // of buttons and keys
export const CELL = 16; // pixels of a cell before it is scaled to the size of a square

/** Put the cells where the squares are now. @param {HTMLElement | undefined} element @param {Surface} surface
 * @param {{rows: number, cols: number}} board */
export function placeCells(element, surface, { rows, cols }) {
  if (!element || !surface?.camera || element.parentElement?.firstChild !== surface.element) return;
  if (element.classList.contains("cursor")) return; // covers the whole window
  const { scale, x, y } = surface.camera;
  element.style.width = `${cols * CELL}px`;
  element.style.height = `${rows * CELL}px`;
  element.style.transform = `translate(${x}px, ${y}px) scale(${scale / CELL})`;
}

/** @param {Surface} surface @param {() => boolean} isShown whether the board is large now */
export function makeZoom(surface, isShown) {
  const canZoom = () => isShown() && surface.canZoom;
  const isWhole = () => surface.camera.scale <= fitted(surface.frame).scale * 1.001;
  const middle = () => ({ x: surface.frame.width / 2, y: surface.frame.height / 2 });

  /** Zoom around a point of the window. Returns whether that changed anything. */
  function by(factor, point) {
    if (!canZoom()) return false;
    const before = surface.camera;
    surface.setCamera(zoomed(before, factor, point, surface.frame));
    tellWhole();
    return surface.camera.scale !== before.scale;
  }

  function tellWhole() {
    surface.element.closest(".board")?.classList.toggle("zoomed", !isWhole());
  }

  /** The point around which keys zoom: a square if it is in view, otherwise the middle. @param {number} n */
  function pointOf(n) {
    const { scale, x, y } = surface.camera;
    const { cols, width, height } = surface.frame;
    const point = { x: x + ((n % cols) + 0.5) * scale, y: y + (Math.floor(n / cols) + 0.5) * scale };
    return point.x >= 0 && point.y >= 0 && point.x <= width && point.y <= height ? point : middle();
  }

  function fit() {
    if (!isShown()) return;
    surface.setCamera(fitted(surface.frame));
    tellWhole();
  }

  return {
    get canZoom() {
      return canZoom();
    },
    get isWhole() {
      return !isShown() || isWhole();
    },
    fit,
    in: () => void by(STEP, middle()),
    out: () => void by(1 / STEP, middle()),
    by,
    /** @param {number} dx @param {number} dy */
    pan(dx, dy) {
      if (canZoom()) surface.setCamera(panned(surface.camera, dx, dy, surface.frame));
    },
    /** @param {number} n */
    reveal(n) {
      if (canZoom()) surface.setCamera(revealing(surface.camera, n, surface.frame));
    },
    /** The place on the board at a point of the window. @param {number} x @param {number} y */
    placeAt(x, y) {
      const { camera } = surface;
      return { row: (y - camera.y) / camera.scale, col: (x - camera.x) / camera.scale };
    },
    /** Use + - 0. Returns whether the key is one of them. @param {KeyboardEvent} event @param {number} n */
    useKey(event, n) {
      if (!canZoom()) return false;
      if (event.key === "+" || event.key === "=") by(STEP, pointOf(n));
      else if (event.key === "-") by(1 / STEP, pointOf(n));
      else if (event.key === "0") fit();
      else return false;
      return true;
    },
  };
}
