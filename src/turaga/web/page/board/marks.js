/**
 * The kinds of marks and strokes: how each looks, by names of CSS variables. The SVG and the canvas both draw
 * from these tables. Every kind that matters for a decision has a form of its own (ring, dashes, cross) besides
 * colour.
 */

/**
 * @typedef {object} MarkLook
 * @property {[string, number]} [tint] variable and strength
 * @property {string} [ring] variable
 * @property {number} [width] of the ring, as a multiple of the usual
 * @property {boolean} [dashed]
 * @property {boolean} [cross] a cross instead of a ring
 */

/** @type {Record<string, MarkLook>} */
export const MARKS = {
  missed: { tint: ["tint-missed", 0.75], ring: "missed" },
  part: { ring: "focus" },
  hint: { tint: ["focus", 0.16], ring: "focus", width: 1.4 },
  good: { tint: ["first", 0.2], ring: "first" },
  bad: { tint: ["last", 0.2], ring: "last", dashed: true },
  left: { ring: "faint", dashed: true, width: 0.7 },
  reversed: { tint: ["focus", 0.34] },
  inserted: { tint: ["first", 0.42], ring: "first" },
  lost: { tint: ["last", 0.34], ring: "last", width: 1.6 },
  light: { tint: ["class-light", 0.62] },
  dark: { tint: ["class-dark", 0.62] },
  ringed: { ring: "ring", width: 1.6 },
  blocked: { tint: ["last", 0.5], ring: "last" },
  near: { tint: ["focus", 0.32] },
  removed: { tint: ["hole", 0.85], ring: "faint", cross: true },
  cut: { ring: "last", width: 1.6, cross: true },
  piece1: { tint: ["cycle-1", 0.45] },
  piece2: { tint: ["cycle-2", 0.45] },
  piece3: { tint: ["cycle-3", 0.45] },
  piece4: { tint: ["cycle-4", 0.45] },
  piece5: { tint: ["cycle-5", 0.45] },
  piece6: { tint: ["cycle-6", 0.45] },
};

/** Kinds whose squares still show what is on them: a tint only. @param {string} kind */
export function isTintOnly(kind) {
  return !MARKS[kind]?.ring;
}

/**
 * The looks of strokes: their colour, their width as a multiple of the line's, dashes, strength.
 * @type {Record<string, {colour: string, width: number, dashed?: boolean, strength?: number}>}
 */
export const STROKES = {
  forced: { colour: "focus", width: 1.7 },
  new: { colour: "first", width: 1.7 },
  gone: { colour: "last", width: 1.4, dashed: true },
  faint: { colour: "walk-line", width: 0.8, strength: 0.3 },
  cycle1: { colour: "cycle-1", width: 1.15 },
  cycle2: { colour: "cycle-2", width: 1.15 },
  cycle3: { colour: "cycle-3", width: 1.15 },
  cycle4: { colour: "cycle-4", width: 1.15 },
  cycle5: { colour: "cycle-5", width: 1.15 },
  cycle6: { colour: "cycle-6", width: 1.15 },
  cycle7: { colour: "cycle-7", width: 1.15 },
  cycle8: { colour: "cycle-8", width: 1.15 },
};
