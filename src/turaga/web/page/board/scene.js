/**
 * What a board shows, as a plain object: a scene. The parts that a scene does not mention are not shown.
 * Nothing here touches the page.
 */

/** @typedef {import("../core/board.js").Board} Board */
/** @typedef {{kind: string, under?: string, text?: string, words?: string}} Mark  `under`: a kind whose tint is
 * shown if `kind` has none */
/** @typedef {{squares: ArrayLike<number>, closed?: boolean, kind: string}} Stroke */

/**
 * @typedef {object} Scene
 * @property {ArrayLike<number>} path the whole walk. Give a changed path as a new array.
 * @property {number} shown how many squares of it are visited now; the knight is on the last of them
 * @property {boolean} closed whether the last square is joined to the first, once all are visited
 * @property {boolean} numbers whether visited squares show their step
 * @property {boolean} lines whether to draw the line
 * @property {"plain" | "steps"} colour
 * @property {number} total number of squares of the whole walk, for colours by step
 * @property {Map<number, number> | null} degrees of unvisited squares
 * @property {number[]} targets where the knight can go
 * @property {number | null} next where it goes next
 * @property {number | null} start drawn as a green disc
 * @property {number | null} end drawn as a red square, hollow until it is visited
 * @property {boolean} knight whether the knight is shown
 * @property {readonly [number, number] | null} lastMove
 * @property {Map<number, Mark>} marks see `marks.js` for the kinds
 * @property {Stroke[]} strokes further lines; see `marks.js` for the kinds
 * @property {(number | null)[] | null} heat from 0 to 1, from --heat-low to --heat-high
 * @property {((n: number) => string) | null} cellLabel the label of a square for screen readers
 */

/** @type {Scene} */
export const EMPTY = Object.freeze({
  path: [], shown: 0, closed: false, numbers: false, lines: true, colour: "plain", total: 0, degrees: null,
  targets: [], next: null, start: null, end: null, knight: true, lastMove: null, marks: new Map(),
  strokes: [], heat: null, cellLabel: null,
}); // prettier-ignore

/**
 * A scene with all its parts.
 * @param {Partial<Scene>} given
 * @param {Board} board
 * @returns {Scene}
 */
export function completeScene(given, board) {
  const scene = { ...EMPTY, ...given };
  const length = scene.path.length;
  scene.shown = Math.max(0, Math.min(given.shown ?? length, length));
  scene.total = given.total || board.size;
  if (given.lastMove === undefined && scene.knight && scene.shown > 1) {
    scene.lastMove = [scene.path[scene.shown - 2], scene.path[scene.shown - 1]];
  }
  return scene;
}

/** The square of the knight, or null if it is not shown. @param {Scene} scene */
export function knightSquare({ knight, path, shown }) {
  return knight && shown > 0 ? path[shown - 1] : null;
}

/** How many moves of the line are drawn. @param {Scene} scene @param {number} shown */
export function movesDrawn({ lines, closed, path }, shown) {
  if (!lines || shown < 2) return 0;
  return shown - 1 + (closed && shown === path.length && shown > 2 ? 1 : 0);
}

/**
 * The move by which two scenes differ, if it is one: from where to where the knight goes, and whether forward.
 * @param {Scene} before
 * @param {Scene} after
 * @returns {{from: number, to: number, forward: boolean} | null}
 */
export function moveBetween(before, after) {
  const less = Math.min(before.shown, after.shown);
  if (less < 1 || Math.abs(before.shown - after.shown) !== 1) return null;
  if (knightSquare(before) === null || knightSquare(after) === null) return null;
  if (before.path !== after.path && sharedLength(before.path, after.path, less) < less) return null;
  return {
    from: before.path[before.shown - 1],
    to: after.path[after.shown - 1],
    forward: after.shown > before.shown,
  };
}

/** How many squares two paths have in common at their beginnings, at most `most`. @param {ArrayLike<number>}
 * one
 * @param {ArrayLike<number>} other @param {number} [most] */
export function sharedLength(one, other, most = Infinity) {
  const end = Math.min(one.length, other.length, most);
  let shared = 0;
  while (shared < end && one[shared] === other[shared]) shared++;
  return shared;
}

const LONG = 5000; // squares

/** The steps of a path: `stepOf[n]` is the step of square n, from 1, or 0 if the path does not visit it. */
export function makeSteps() {
  let stepOf = new Int32Array(0);
  /** @type {ArrayLike<number>} */
  let path = [];
  /** @type {ArrayLike<number> | null} */
  let given = null;
  return {
    get stepOf() {
      return stepOf;
    },
    get path() {
      return path;
    },
    /** Forget the path. @param {number} area */
    reset(area) {
      stepOf = new Int32Array(area);
      path = [];
      given = null;
    },
    /** Take over a path, and return how many squares it has in common with the previous one. A copy is kept,
     * so that a path that is changed in place is noticed, unless it is long. @param {ArrayLike<number>} next */
    follow(next) {
      if (next === given && next.length === path.length && next.length > LONG) return next.length;
      given = next;
      const shared = sharedLength(path, next);
      if (shared === path.length && shared === next.length) return shared;
      for (let i = shared; i < path.length; i++) stepOf[path[i]] = 0;
      for (let i = shared; i < next.length; i++) stepOf[next[i]] = i + 1;
      path = new Int32Array(next);
      return shared;
    },
  };
}
