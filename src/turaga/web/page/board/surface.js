/**
 * A large board on a canvas, with zoom and pan. Scenes and cameras are only noted; the next frame shows them.
 * No frame spends more than some milliseconds on tiles, so the page stays quick however long the walk is.
 */

import { el } from "../core/dom.js";
import { closest, fitted, panned } from "./camera.js";
import { readPalette } from "./colours.js";
import { paintEdges, paintOverlay, paintPiece } from "./overlay.js";
import { EMPTY, makeSteps, movesDrawn } from "./scene.js";
import { makeTiles } from "./tiles.js";

/** @typedef {import("../core/board.js").Board} Board */

const FRAME_TIME = 9; // milliseconds for tiles in each frame
const SMALL = 12000; // squares of a board whose tiles are all made in one frame, if that takes less than:
const SMALL_TIME = 30;
const SETTLED = 120; // milliseconds without zooming after which tiles of the new scale are made
const FEW = 3000; // squares in view whose tiles are made even while zooming

/** @param {{onCamera: () => void}} callbacks  called when the board is seen in another place or size */
export function makeSurface({ onCamera }) {
  const canvas = el("canvas", { class: "surface", "aria-hidden": "true" });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const tiles = makeTiles();
  const steps = makeSteps();
  /** @type {Board} */
  let board;
  let scene = EMPTY;
  let reach = 0; // squares of the path that the line reaches
  let box = { width: 1, height: 1, room: { top: 0, left: 0, right: 0, bottom: 0 } };
  let camera = { scale: 1, x: 0, y: 0 };
  let ratio = 1;
  let frame = 0;
  let waiting = 0;
  let zoomedAt = 0;
  let onPaper = false;
  /** @type {import("./colours.js").Palette | null} */
  let palette = null;
  let walkKey = "";
  /** @type {import("./tilepaint.js").Walk} */
  let walk;
  /** @type {{cursor: number | null, hovered: number | null, motion: any, sweep: number | null}} */
  const extras = { cursor: null, hovered: null, motion: null, sweep: null };

  const viewport = () => ({
    width: Math.max(1, box.width - box.room.left - box.room.right),
    height: Math.max(1, box.height - box.room.top - box.room.bottom),
  });
  const frameOf = () => ({ rows: board.rows, cols: board.cols, ...viewport() });
  const request = () => (frame ||= requestAnimationFrame(paint));
  const colours = () => (palette ??= readPalette(canvas, onPaper));

  /** @param {Board} given */
  function setBoard(given) {
    board = given;
    steps.reset(board.area);
    scene = EMPTY;
    walkKey = "";
    tiles.clear();
    setCamera(fitted(frameOf()));
  }

  /** The element has this size now. A board that was seen whole is still seen whole. @param {typeof box} given
   * */
  function resize(given) {
    const wasWhole = camera.scale <= fitted(frameOf()).scale * 1.001;
    const before = viewport();
    box = given;
    const now = window.devicePixelRatio || 1;
    if (now !== ratio) tiles.clear();
    ratio = now;
    canvas.width = Math.max(1, Math.round(box.width * ratio));
    canvas.height = Math.max(1, Math.round(box.height * ratio));
    const { width, height } = viewport();
    const isSmaller = camera.scale < fitted(frameOf()).scale;
    setCamera(
      wasWhole || isSmaller
        ? fitted(frameOf())
        : panned(camera, (width - before.width) / 2, (height - before.height) / 2, frameOf()),
    );
    paint();
  }

  /** @param {import("./camera.js").Camera} given */
  function setCamera(given) {
    if (given.scale !== camera.scale) zoomedAt = performance.now();
    camera = given;
    onCamera();
    request();
  }

  /** @param {import("./scene.js").Scene} next @param {number} [shown] */
  function draw(next, shown = next.shown) {
    const before = walk;
    const drawn = before ? before.moves : 0;
    const oldPath = steps.path;
    const shared = steps.follow(next.path);
    const moves = next.lines ? movesDrawn(next, shown) : shown;
    [scene, reach] = [next, shown];
    extras.motion = null;
    const bySteps = next.colour === "steps";
    const key = `${next.lines} ${bySteps} ${next.total} ${board.key}`;
    walk = { board, path: steps.path, stepOf: steps.stepOf, squares: shown, moves, lines: next.lines, bySteps,
      total: next.total, palette: colours(), ratio }; // prettier-ignore
    if (key !== walkKey) tiles.clear();
    else {
      // A closing move leads to the first square, so it is gone when the path goes on.
      const isSame = shared === oldPath.length && shared === next.path.length;
      const kept = Math.min(drawn, moves, isSame ? Infinity : Math.max(0, shared - 1));
      if (drawn > kept) tiles.spoil({ ...walk, path: oldPath }, kept, drawn);
      if (moves > kept) tiles.grow(walk, kept, moves);
    }
    walkKey = key;
    request();
    return null;
  }

  /** Where the board is, in device pixels. */
  function port() {
    const { width, height } = viewport();
    const x = Math.round(camera.x * ratio);
    const y = Math.round(camera.y * ratio);
    return { scale: camera.scale * ratio, x, y, width: width * ratio, height: height * ratio };
  }

  /** Whether to make tiles now: not for every scale that zooming passes through. */
  function isSettled() {
    const { width, height } = viewport();
    const inView = Math.min(board.area, (width / camera.scale) * (height / camera.scale));
    return inView < FEW || performance.now() - zoomedAt > SETTLED;
  }

  function paint(time = 0, allowed = board.area <= SMALL ? SMALL_TIME : FRAME_TIME) {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!walk || box.width < 2) return;
    const at = port();
    tiles.setScale(at.scale);
    const settled = isSettled();
    const complete = settled && tiles.work(walk, at, performance.now() + allowed);
    if (complete && board.area > SMALL && camera.scale <= fitted(frameOf()).scale) tiles.keepOverview(walk);
    canvas.toggleAttribute("data-complete", complete);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const all = { board, scene, stepOf: steps.stepOf, camera, port: viewport(), palette: colours(), ...extras };
    const [left, top] = [Math.round(box.room.left * ratio), Math.round(box.room.top * ratio)];
    context.save();
    context.beginPath();
    context.rect(left - ratio, top - ratio, at.width + 2 * ratio, at.height + 2 * ratio);
    context.clip();
    context.translate(left, top);
    tiles.show(context, walk, at);
    context.scale(ratio, ratio);
    paintOverlay(context, all);
    context.restore();
    context.setTransform(ratio, 0, 0, ratio, left, top);
    paintPiece(context, all);
    paintEdges(context, all, colours().colour("sans"));
    clearTimeout(waiting);
    if (!settled) waiting = window.setTimeout(request, SETTLED);
    else if (!complete) request();
  }

  function repaint() {
    palette = null;
    tiles.clear();
    if (walk) walk = { ...walk, palette: colours() };
    request();
  }

  const note = (changes) => {
    Object.assign(extras, changes);
    request();
  };

  return {
    element: canvas,
    setBoard,
    resize,
    draw,
    setCamera,
    repaint,
    rename: request,
    move: (motion) => note({ motion }),
    arrive: () => draw(scene),
    hover: (hovered) => note({ hovered }),
    setCursor: (cursor) => note({ cursor }),
    sweepAt: (sweep) => note({ sweep }),
    /** Paint for paper or for the screen, at once and completely. @param {boolean} wanted */
    setPaper(wanted) {
      onPaper = wanted;
      repaint();
      paint(0, Infinity);
    },
    get camera() {
      return camera;
    },
    get frame() {
      return frameOf();
    },
    get canZoom() {
      return closest(frameOf()) > fitted(frameOf()).scale * 1.2;
    },
    get room() {
      return box.room;
    },
    get pixels() {
      return camera.scale;
    },
    get reach() {
      return reach;
    },
  };
}
