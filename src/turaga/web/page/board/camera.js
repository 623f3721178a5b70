/**
 * Zoom and pan as values. A camera says how large squares are and where the board is: its top left corner, in
 * pixels from the top left corner of the window through which it is seen. Nothing here touches the page.
 */

import { MOST_ZOOM } from "./sizes.js";

/** @typedef {{scale: number, x: number, y: number}} Camera  scale: pixels of a square */
/** @typedef {{rows: number, cols: number, width: number, height: number}} Frame  the board and its window */

/** The camera that shows the whole board, centred. @param {Frame} frame @returns {Camera} */
export function fitted(frame) {
  const scale = Math.max(0.01, Math.min(frame.width / frame.cols, frame.height / frame.rows));
  return kept({ scale, x: 0, y: 0 }, frame);
}

/** The largest scale. @param {Frame} frame */
export function closest(frame) {
  return Math.max(MOST_ZOOM, fitted(frame).scale);
}

/**
 * Zoom by a factor around a point of the window, which keeps its place on the board.
 * @param {Camera} camera @param {number} factor @param {{x: number, y: number}} point @param {Frame} frame
 * @returns {Camera}
 */
export function zoomed(camera, factor, point, frame) {
  const least = fitted(frame).scale;
  const scale = Math.min(closest(frame), Math.max(least, camera.scale * factor));
  const ratio = scale / camera.scale;
  const x = point.x - (point.x - camera.x) * ratio;
  const y = point.y - (point.y - camera.y) * ratio;
  return kept({ scale, x, y }, frame);
}

/** Move the board by pixels. @param {Camera} camera @param {number} dx @param {number} dy @param {Frame} frame
 * */
export function panned(camera, dx, dy, frame) {
  return kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, frame);
}

/** The nearest camera that shows a square completely, with a margin of a square. @param {Camera} camera
 * @param {number} n @param {Frame} frame */
export function revealing(camera, n, frame) {
  const { scale } = camera;
  const into = (at, from, size) => {
    const margin = Math.min(1.5, Math.max(0, (size / scale - 1) / 2)) * scale;
    const place = from + at * scale;
    return Math.max(0, margin - place) - Math.max(0, place + scale + margin - size);
  };
  return panned(
    camera,
    into(n % frame.cols, camera.x, frame.width),
    into(Math.floor(n / frame.cols), camera.y, frame.height),
    frame,
  );
}

/** The same camera, moved so that the window is full of squares, or the board is centred if it is smaller.
 * @param {Camera} camera @param {Frame} frame @returns {Camera} */
function kept({ scale, x, y }, frame) {
  const inside = (at, size, room) =>
    size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
  return {
    scale,
    x: inside(x, frame.cols * scale, frame.width),
    y: inside(y, frame.rows * scale, frame.height),
  };
}
