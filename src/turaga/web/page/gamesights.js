// What is to be seen on the board of a game: pure, for the drawing and for what a screen reader says of a
// square.

import { degreesOf, isClosed, sizeOf, stateOf, targetsOf } from "./game.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./hinting.js").Hint} Hint */
/** @typedef {{degrees: boolean, numbers: boolean, lines: boolean}} Switches */
/**
 * @typedef {object} Seen
 * @property {import("./game.js").State} state
 * @property {boolean} isOver
 * @property {Set<number>} targets
 * @property {Map<number, number>} numbers         of the visited squares
 * @property {Map<number, number> | null} degrees  of the free ones, where they are shown
 * @property {Set<number>} good                    where a hint points
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
    degrees: switches.degrees && !isOver ? degreesOf(game) : null, // squares that were missed lead nowhere
    good: new Set(hint?.kind === "go" && hint.square !== null ? [hint.square] : []),
  };
}

/**
 * The scene for the board; `cellLabel` aside.
 * @param {Game} game
 * @param {Seen} seen
 * @param {Switches} switches
 * @param {Hint | null} hint
 */
export function sceneOfGame(game, seen, switches, hint) {
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
    marks: marksOf(game, seen, hint),
  };
}

/**
 * The scene of a tour of which so many squares are walked once more.
 * @param {Game} game
 * @param {number} count
 * @param {boolean} numbers
 */
export function sceneOfReplay(game, count, numbers) {
  const isWhole = count === game.path.length;
  return {
    path: game.path.slice(0, count),
    closed: isWhole && isClosed(game),
    numbers,
    colour: /** @type {const} */ ("steps"),
    start: game.path[0],
    end: isWhole ? game.path[count - 1] : null,
    knight: !isWhole,
  };
}

/**
 * @param {Game} game
 * @param {Seen} seen
 * @param {Hint | null} hint
 * @returns {Map<number, {kind: string}>}
 */
function marksOf(game, seen, hint) {
  const marks = new Map();
  if (seen.state === "stuck") {
    for (let n = 0; n < sizeOf(game); n++) if (!seen.numbers.has(n)) marks.set(n, { kind: "missed" });
  }
  hint?.good.forEach((square) => marks.set(square, { kind: "good" }));
  if (hint && hint.square !== null) marks.set(hint.square, { kind: "hint" });
  return marks;
}

const FINGER = 24; // pixels, the least that can be hit

/**
 * The square meant by a touch: on a board whose squares are smaller than a finger, the square to go to that
 * is nearest to the one touched, if it is near enough; else the one touched.
 * @param {Game} game
 * @param {number} touched
 * @param {number} pixels  a square is wide
 * @param {{row: number, col: number}} place  of the finger, in squares from the top left corner
 * @returns {number}
 */
export function meantTarget(game, touched, pixels, place) {
  const middle = (/** @type {number} */ n) => [Math.floor(n / game.cols) + 0.5, (n % game.cols) + 0.5];
  const far = (/** @type {number} */ n) => {
    const [row, col] = middle(n);
    return Math.hypot(place.row - row, place.col - col) * pixels;
  };
  const [nearest] = targetsOf(game).sort((one, other) => far(one) - far(other));
  return pixels < FINGER && nearest !== undefined && far(nearest) < FINGER ? nearest : touched;
}
