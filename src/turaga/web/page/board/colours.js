/**
 * Colours along a walk, the same as in pictures: from stop to stop of the theme, evenly spaced in OKLab even if
 * the stops are not. SVG gets `color-mix`, so that the drawing follows a change between light and dark by
 * itself; a canvas gets a palette, which is read again when the theme changes.
 */

const COUNT = 4; // --stop-1 to --stop-4
export const SHADES = 256; // most colours along a walk

/** For pictures on paper, whatever the theme of the screen. */
const PAPER = {
  paper: "#ffffff", "square-light": "#ffffff", "square-dark": "#eeeeee", frame: "#000000",
  "walk-line": "#000000", ink: "#000000", faint: "#444444", first: "#2e8b57", last: "#c0392b",
}; // prettier-ignore

/** @type {{ends: number[], labs: number[][]} | null} */
let measured = null;

/** Read the stops again. The board calls this when the theme changes. */
export function forgetColours() {
  measured = null;
}

function stops() {
  if (!measured) {
    const style = getComputedStyle(document.documentElement);
    const stop = (k) => style.getPropertyValue(`--stop-${k + 1}`).trim();
    const labs = Array.from({ length: COUNT }, (_, k) => toLab(stop(k)));
    const far = labs.slice(1).map((place, k) => Math.hypot(...place.map((x, i) => x - labs[k][i])));
    const all = far.reduce((a, b) => a + b, 0) || 1;
    let way = 0;
    measured = { labs, ends: far.map((step) => (way += step) / all) };
  }
  return measured;
}

/** Which two stops a position lies between: the number of the first, and the part of the way to the second. */
function between(share) {
  const { ends } = stops();
  const at = Math.min(ends.findIndex((end) => share <= end + 1e-9) + 1 || ends.length, ends.length);
  const from = at > 1 ? ends[at - 2] : 0;
  return { at, part: ends[at - 1] > from ? (share - from) / (ends[at - 1] - from) : 0 };
}

/**
 * The colour at a position of the walk, from 0 at its start to 1 at its end, as a CSS value.
 * @param {number} share
 */
export function stepColour(share) {
  const { at, part } = between(share);
  return `color-mix(in oklab, var(--stop-${at}), var(--stop-${at + 1}) ${(100 * part).toFixed(1)}%)`;
}

/**
 * The colours for a canvas: CSS variables by name, `steps` along a walk, and `heat(share)`.
 * @param {Element} element
 * @param {boolean} [onPaper]
 */
export function readPalette(element, onPaper = false) {
  const style = getComputedStyle(element);
  const kept = new Map(Object.entries(onPaper ? PAPER : {}));
  /** @param {string} name */
  const colour = (name) => {
    if (!kept.has(name)) kept.set(name, style.getPropertyValue(`--${name}`).trim() || "#888888");
    return /** @type {string} */ (kept.get(name));
  };
  const [low, high] = [toLab(colour("heat-low")), toLab(colour("heat-high"))];
  return {
    colour,
    steps: Array.from({ length: SHADES }, (_, k) => {
      const { at, part } = between(k / (SHADES - 1));
      const { labs } = stops();
      return fromLab(mix(labs[at - 1], labs[at], part));
    }),
    /** @param {number} share */
    heat: (share) => fromLab(mix(low, high, share)),
  };
}

/** @typedef {ReturnType<typeof readPalette>} Palette */

/** Which of the palette's `steps` a move has. @param {number} step from 0 @param {number} total */
export function shadeOf(step, total) {
  return Math.min(SHADES - 1, Math.floor((step * SHADES) / Math.max(1, total)));
}

/** @param {number[]} one @param {number[]} other @param {number} part */
function mix(one, other, part) {
  return one.map((x, i) => x + (other[i] - x) * part);
}

/** Björn Ottosson's OKLab (2020) of a colour written as #rrggbb. @param {string} colour */
function toLab(colour) {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const channel = parseInt(colour.slice(i, i + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** The inverse of `toLab`, as rgb(). @param {number[]} lab */
function fromLab([lightness, a, b]) {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ].map((x) => {
    const channel = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
    return Math.round(255 * Math.min(1, Math.max(0, channel)));
  });
  return `rgb(${channels.join(",")})`;
}
