/**
 * Colours along a walk, the same as in pictures: from stop to stop of the theme, evenly spaced in OKLab even
 * if the stops are not. CSS mixes them with `color-mix`, so that the drawing follows a change between light
 * and dark by itself.
 */

const COUNT = 4; // --stop-1 to --stop-4

let ends = null; // the position of each stop but the first, from 0 to 1

window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  ends = null;
});

/**
 * The colour at a position of the walk, from 0 at its start to 1 at its end, as a CSS value.
 * @param {number} share
 */
export function stepColour(share) {
  ends ??= measure();
  const at = Math.min(ends.findIndex((end) => share <= end + 1e-9) + 1 || ends.length, ends.length);
  const from = at > 1 ? ends[at - 2] : 0;
  const part = ends[at - 1] > from ? (share - from) / (ends[at - 1] - from) : 0;
  return `color-mix(in oklab, var(--stop-${at}), var(--stop-${at + 1}) ${(100 * part).toFixed(1)}%)`;
}

function measure() {
  const style = getComputedStyle(document.documentElement);
  const stop = (k) => style.getPropertyValue(`--stop-${k + 1}`).trim();
  const places = Array.from({ length: COUNT }, (_, k) => lab(stop(k)));
  const far = places.slice(1).map((place, k) => Math.hypot(...place.map((x, i) => x - places[k][i])));
  const all = far.reduce((a, b) => a + b, 0) || 1;
  let way = 0;
  return far.map((step) => (way += step) / all);
}

/** Björn Ottosson's OKLab (2020) of a colour written as #rrggbb. */
function lab(colour) {
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
