/**
 * The picture of a large walk in tiles, so that panning only copies pictures. Tiles are made at the exact
 * scale, a few in each frame, each from the squares near it alone: a million moves take no longer than those in
 * view. While tiles are missing, those of the previous scale and a picture of the whole board fill in.
 */

import { paintGround, paintMoves } from "./tilepaint.js";

/** @typedef {import("./tilepaint.js").Walk} Walk */
/** @typedef {{canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, row: number, col: number,
 *   stale: boolean, used: number}} Tile */
/** @typedef {{scale: number, size: number, tiles: Map<number, Tile>}} Level  scale: device pixels of a square
 * */
/** @typedef {{scale: number, x: number, y: number, width: number, height: number}} Port
 *   the part in view, in device pixels; x and y are where the board's corner is */

const MOST_PIXELS = 14e6; // of all tiles
const MOST_GROWN = 6000; // moves that are added to tiles at once; beyond, tiles are made again
const OVERVIEW = 1200; // pixels of the picture of the whole board
const ROW = 1 << 16;

export function makeTiles() {
  /** @type {Level | null} */
  let level = null;
  /** @type {Level | null} */
  let previous = null;
  /** @type {HTMLCanvasElement | null} */
  let overview = null;
  let clock = 0;

  /** @param {number} scale @returns {Level} */
  function makeLevel(scale) {
    return { scale, size: Math.max(48, Math.min(256, Math.round(64 * scale))), tiles: new Map() };
  }

  /** Use tiles of this scale. @param {number} scale */
  function setScale(scale) {
    if (level?.scale === scale) return;
    if (level && [...level.tiles.values()].some((tile) => !tile.stale)) previous = level;
    level = makeLevel(scale);
  }

  /** The places of the tiles in view. @param {Level} of @param {Walk} walk @param {Port} port */
  function* placesIn(of, { board }, port) {
    const last = (side) => Math.ceil((side * of.scale) / of.size) - 1;
    const begin = (at) => Math.max(0, Math.floor(-at / of.size));
    const end = (at, size, side) => Math.min(last(side), Math.floor((size - at - 1) / of.size));
    for (let row = begin(port.y); row <= end(port.y, port.height, board.rows); row++) {
      for (let col = begin(port.x); col <= end(port.x, port.width, board.cols); col++) yield { row, col };
    }
  }

  /** @param {Level} of @param {number} row @param {number} col */
  function tileAt(of, row, col) {
    let tile = of.tiles.get(row * ROW + col);
    if (!tile) {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = of.size;
      // Read back one pixel after drawing: only then is the time known that drawing took.
      const context = /** @type {any} */ (canvas.getContext("2d", { willReadFrequently: true }));
      tile = { canvas, context, row, col, stale: true, used: 0 };
      of.tiles.set(row * ROW + col, tile);
    }
    return tile;
  }

  /** @param {Level} of */
  function dropOld(of) {
    const most = Math.max(16, MOST_PIXELS / of.size ** 2);
    if (of.tiles.size <= most) return;
    const oldest = [...of.tiles.entries()].sort(([, one], [, other]) => one.used - other.used);
    for (const [key] of oldest.slice(0, of.tiles.size - most)) of.tiles.delete(key);
  }

  /**
   * Make missing tiles in view until the deadline, those in the middle first. Returns whether all are there.
   * @param {Walk} walk @param {Port} port @param {number} deadline as of performance.now()
   */
  function work(walk, port, deadline) {
    setScale(port.scale);
    const of = /** @type {Level} */ (level);
    const away = (at, from, room) => (at + 0.5) * of.size + from - room / 2;
    const middle = (tile) =>
      Math.hypot(away(tile.col, port.x, port.width), away(tile.row, port.y, port.height));
    const missing = [...placesIn(of, walk, port)]
      .map(({ row, col }) => tileAt(of, row, col))
      .filter((tile) => tile.stale)
      .sort((one, other) => middle(one) - middle(other));
    for (const [k, tile] of missing.entries()) {
      if (k > 0 && performance.now() > deadline) return false;
      render(of, tile, walk);
    }
    dropOld(of);
    return true;
  }

  /** @param {Level} of @param {Tile} tile */
  function cornerOf({ size, scale }, { row, col }) {
    return { x: col * size, y: row * size, size, scale };
  }

  /** @param {Level} of @param {Tile} tile @param {Walk} walk */
  function render(of, tile, walk) {
    const corner = cornerOf(of, tile);
    tile.context.setTransform(1, 0, 0, 1, 0, 0);
    tile.context.clearRect(0, 0, of.size, of.size);
    paintGround(tile.context, walk, corner);
    paintMoves(tile.context, walk, corner, null);
    tile.context.getImageData(0, 0, 1, 1);
    tile.stale = false;
  }

  /** Copy the tiles in view to a canvas. @param {CanvasRenderingContext2D} context @param {Walk} walk
   * @param {Port} port */
  function show(context, walk, port) {
    clock += 1;
    const of = /** @type {Level} */ (level);
    const places = [...placesIn(of, walk, port)];
    const ready = places
      .map(({ row, col }) => of.tiles.get(row * ROW + col))
      .filter((tile) => tile && (!tile.stale || tile.used > 0));
    if (ready.length < places.length) showSubstitute(context, walk, port);
    for (const tile of ready) {
      if (!tile) continue;
      tile.used = clock;
      context.drawImage(tile.canvas, tile.col * of.size + port.x, tile.row * of.size + port.y);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Walk} walk @param {Port} port */
  function showSubstitute(context, { board }, port) {
    if (overview) {
      context.drawImage(overview, port.x, port.y, board.cols * port.scale, board.rows * port.scale);
    }
    if (!previous) return;
    const ratio = port.scale / previous.scale;
    const size = previous.size * ratio;
    for (const tile of previous.tiles.values()) {
      const [x, y] = [tile.col * size + port.x, tile.row * size + port.y];
      if (tile.stale || x > port.width || y > port.height || x + size < 0 || y + size < 0) continue;
      context.drawImage(tile.canvas, x, y, size, size);
    }
  }

  /** Keep a picture of the whole board, made from tiles that show all of it. @param {Walk} walk */
  function keepOverview({ board }) {
    if (!level) return;
    const { scale, size, tiles } = level;
    const ratio = Math.min(1, OVERVIEW / (Math.max(board.rows, board.cols) * scale));
    overview = document.createElement("canvas");
    overview.width = Math.max(1, Math.round(board.cols * scale * ratio));
    overview.height = Math.max(1, Math.round(board.rows * scale * ratio));
    const context = /** @type {CanvasRenderingContext2D} */ (overview.getContext("2d"));
    context.scale(ratio, ratio);
    for (const tile of tiles.values()) context.drawImage(tile.canvas, tile.col * size, tile.row * size);
  }

  /** Call a function with the tiles that the moves from one step to another cross. @param {Walk} walk
   * @param {number} from @param {number} to @param {(tile: Tile, move: number) => void} action */
  function eachCrossed({ board, path }, from, to, action) {
    const { scale, size, tiles } = /** @type {Level} */ (level);
    const margin = 0.5 * scale + 2; // for the width of the line
    for (let i = from; i < to; i++) {
      const [a, b] = [path[i], path[(i + 1) % path.length]];
      const [ca, cb] = [(a % board.cols) * scale, (b % board.cols) * scale];
      const [ra, rb] = [Math.floor(a / board.cols) * scale, Math.floor(b / board.cols) * scale];
      const last = Math.floor((Math.max(ca, cb) + scale + margin) / size);
      const bottom = Math.floor((Math.max(ra, rb) + scale + margin) / size);
      for (let row = Math.max(0, Math.floor((Math.min(ra, rb) - margin) / size)); row <= bottom; row++) {
        for (let col = Math.max(0, Math.floor((Math.min(ca, cb) - margin) / size)); col <= last; col++) {
          const tile = tiles.get(row * ROW + col);
          if (tile && !tile.stale) action(tile, i);
        }
      }
    }
  }

  return {
    setScale,
    work,
    show,
    keepOverview,
    /** The walk has moves from one step to another that it had not. @param {Walk} walk @param {number} from
     * @param {number} to */
    grow(walk, from, to) {
      overview = previous = null;
      if (!level) return;
      if (to - from > MOST_GROWN) return this.spoil(walk, from, to);
      /** @type {Map<Tile, number[]>} */
      const moves = new Map();
      eachCrossed(walk, from, to, (tile, move) => {
        const list = moves.get(tile);
        if (list) list.push(move);
        else moves.set(tile, [move]);
      });
      for (const [tile, list] of moves) {
        paintMoves(tile.context, walk, cornerOf(level, tile), list);
      }
    },
    /** The moves from one step to another are gone or new: make their tiles again. @param {Walk} walk
     * @param {number} from @param {number} to */
    spoil(walk, from, to) {
      overview = previous = null;
      if (level) eachCrossed(walk, from, to, (tile) => (tile.stale = true));
    },
    /** Everything looks different now: make all tiles again. */
    clear() {
      level = previous = overview = null;
    },
  };
}
