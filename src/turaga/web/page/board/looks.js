/** What is on each square of a scene. The SVG and the canvas draw the same looks. Nothing here touches the
 * page. */

import { isTintOnly, MARKS } from "./marks.js";
import { hasRoom } from "./sizes.js";
import { knightSquare } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @typedef {object} Look
 * @property {string} tint a kind of mark, or visited, step, heat, last-move; "" for none
 * @property {number} share for step and heat: from 0 to 1
 * @property {string} shape see `outlineOf` in `sizes.js`; a kind of mark has its ring; "" for none
 * @property {string} figure
 * @property {number} hue for dots and beads: the step from 0 to 1, or -1 if colours do not tell it
 * @property {string} written the class of the figure: number, degree, aim, on-end
 * @property {boolean} onLine whether the line goes under the figure
 */

/**
 * A function that returns the look of a square, or null if nothing is on it.
 * @param {Scene} scene
 * @param {Int32Array} stepOf
 * @param {number} pixels of a square
 * @param {boolean} rich whether there is room for small things on every square: dots, tints of visited squares
 * @returns {(n: number) => Look | null}
 */
export function looksOf(scene, stepOf, pixels, rich) {
  const aims = new Set(scene.targets);
  const knight = knightSquare(scene);
  const digits = String(scene.total).length;
  const numbered = scene.numbers && hasRoom(digits, pixels);
  const isFull = scene.shown === scene.path.length && scene.shown >= scene.total; // then a tint tells nothing
  const lastMove = new Set(scene.lastMove ?? []);

  /** @param {number} n @param {number} step @param {string} figure */
  function shapeOf(n, step, figure) {
    const kind = scene.marks.get(n)?.kind;
    if (n === scene.start) return "first";
    if (n === scene.end && n !== knight) return step ? "last" : "last-open";
    if (kind && !isTintOnly(kind)) return kind;
    if (n === knight) return "";
    if (n === scene.next) return figure ? "next-figure" : "next";
    if (aims.has(n)) return figure ? "aim-figure" : "aim";
    if (!step) return "";
    if (numbered) return scene.lines ? "bead" : "";
    return scene.lines && rich ? "dot" : "";
  }

  /** @param {number} n @param {number} step */
  function tintOf(n, step) {
    const heat = scene.heat?.[n];
    if (heat !== null && heat !== undefined) return ["heat", heat];
    const { kind = "", under = "" } = scene.marks.get(n) ?? {};
    const tinted = [kind, under].find((one) => MARKS[one]?.tint);
    if (tinted) return [tinted, 0];
    if (lastMove.has(n)) return ["last-move", 0];
    if (!step) return ["", 0];
    if (scene.lines) return [rich && !isFull ? "visited" : "", 0];
    return scene.colour === "steps" ? ["step", (step - 1) / Math.max(1, scene.total - 1)] : ["plain", 0];
  }

  /** @param {number} n @param {number} step */
  function figureOf(n, step) {
    if (n === knight) return "";
    const text = scene.marks.get(n)?.text;
    if (text) return hasRoom(text.length, pixels) ? text : "";
    if (step) return numbered ? String(step) : "";
    const degree = scene.degrees?.get(n);
    return degree === undefined || !hasRoom(1, pixels) ? "" : String(degree);
  }

  return (n) => {
    const step = stepOf[n] <= scene.shown ? stepOf[n] : 0;
    const figure = figureOf(n, step);
    const shape = shapeOf(n, step, figure);
    const [tint, share] = tintOf(n, step);
    if (!figure && !shape && !tint) return null;
    const onEnd = shape === "first" || shape === "last";
    const isPlain = step || scene.marks.get(n)?.text;
    const written = onEnd ? "on-end" : isPlain ? "number" : aims.has(n) ? "aim" : "degree";
    const hue = step && scene.colour === "steps" ? (step - 1) / Math.max(1, scene.total - 1) : -1;
    const onLine = figure !== "" && step > 0 && scene.lines;
    return { tint: String(tint), share: Number(share), shape, figure, hue, written, onLine };
  };
}
