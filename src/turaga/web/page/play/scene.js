/** What the board of a game shows, for the drawing and for the labels of squares. Pure functions. */

import { degreesOf, squaresOf } from "../core/board.js";
import { isClosed, stateOf, targetsOf } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./hints.js").Hint} Hint */
/** @typedef {{degrees: boolean, numbers: boolean, lines: boolean}} Switches */
/**
 * @typedef {object} Seen
 * @property {import("./game.js").State} state
 * @property {boolean} isOver
 * @property {Set<number>} targets
 * @property {Map<number, number>} numbers         steps of the visited squares
 * @property {Map<number, number> | null} degrees  of the unvisited squares, if they are shown
 * @property {Set<number>} good                    the square that a hint points to
 */

/**
 * @param {Game} game
 * @param {Switches} switches
 * @param {Hint | null} hint
 * @returns {Seen}
 */
export function seeGame(game, switches, hint) {
  const state = stateOf(game);
  const isOver = state === "won" || state === "stuck";
  return {
    state,
    isOver,
    targets: new Set(targetsOf(game)),
    numbers: new Map(game.path.map((square, i) => [square, i + 1])),
    // They mean nothing once the game is over.
    degrees: switches.degrees && !isOver ? degreesOf(game.board, game.path) : null,
    good: new Set(hint?.kind === "go" && hint.square !== null ? [hint.square] : []),
  };
}

/**
 * The scene for the board, without `cellLabel`.
 * @param {Game} game
 * @param {Seen} seen
 * @param {Switches} switches
 * @param {{hint: Hint | null, refused: number | null, suggested: number | null}} marked  a hint, a square that
 *   was refused just now, and the start in the other modes
 */
export function sceneOfGame(game, seen, switches, marked) {
  const path = [...game.path];
  const isWon = seen.state === "won";
  return {
    path,
    closed: isWon && isClosed(game),
    numbers: switches.numbers,
    lines: switches.lines || isWon,
    colour: /** @type {"plain" | "steps"} */ (isWon ? "steps" : "plain"),
    degrees: seen.degrees,
    targets: [...seen.targets],
    start: path.length ? path[0] : null,
    end: seen.isOver && path.length > 1 ? path[path.length - 1] : null,
    knight: !isWon,
    marks: marksOf(game, seen, marked),
    strokes: strokesOf(game, seen, marked.hint),
  };
}

/** The move that a hint points to. @param {Game} game @param {Seen} seen @param {Hint | null} hint */
function strokesOf(game, seen, hint) {
  const knight = game.path[game.path.length - 1];
  if (knight === undefined || hint?.kind !== "go" || !seen.targets.has(hint.square ?? -1)) return [];
  return [{ squares: [knight, hint.square], kind: "forced" }];
}

/** The scene of a replay that has reached `count` squares. @param {Game} game @param {number} count
 * @param {boolean} numbers */
export function sceneOfReplay(game, count, numbers) {
  const isWhole = count === game.path.length;
  return {
    path: [...game.path],
    shown: count,
    closed: isClosed(game),
    numbers,
    colour: /** @type {const} */ ("steps"),
    start: game.path[0],
    end: isWhole && count > 1 ? game.path[count - 1] : null,
    knight: !isWhole,
  };
}

/**
 * @param {Game} game
 * @param {Seen} seen
 * @param {{hint: Hint | null, refused: number | null, suggested: number | null}} marked
 * @returns {Map<number, {kind: string}>}
 */
function marksOf(game, seen, { hint, refused, suggested }) {
  const marks = new Map();
  if (seen.state === "stuck") {
    for (const n of squaresOf(game.board)) if (!seen.numbers.has(n)) marks.set(n, { kind: "missed" });
  }
  if (seen.state === "choosing" && suggested !== null) marks.set(suggested, { kind: "part" });
  hint?.good.forEach((square) => marks.set(square, { kind: "good" }));
  // The square after which no tour remained.
  if (hint?.kind === "back" && hint.back > 0) {
    marks.set(game.path[game.path.length - hint.back], { kind: "lost" });
  }
  if (hint && hint.square !== null) marks.set(hint.square, { kind: "hint" });
  if (refused !== null) marks.set(refused, { kind: "bad" });
  return marks;
}

const FINGER = 24; // pixels: the smallest target that a finger can hit

/**
 * The square that the user meant to touch. If the squares are smaller than a finger, this is the nearest
 * possible move, if it is near enough. Otherwise it is the square touched.
 * @param {Game} game
 * @param {number} touched
 * @param {number} pixels  width of a square
 * @param {{row: number, col: number}} place  of the finger, in squares from the top left corner
 * @returns {number}
 */
export function meantTarget(game, touched, pixels, place) {
  const { cols } = game.board;
  const far = (/** @type {number} */ n) =>
    Math.hypot(place.row - Math.floor(n / cols) - 0.5, place.col - (n % cols) - 0.5) * pixels;
  const [nearest] = targetsOf(game).sort((one, other) => far(one) - far(other));
  return pixels < FINGER && nearest !== undefined && far(nearest) < FINGER ? nearest : touched;
}
