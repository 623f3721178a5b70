/**
 * Sizes on a board. A length is a share of a square, kept between limits in pixels so that it can be seen on
 * small squares and is not clumsy on large ones.
 */

export const SMALL_SIDE = 24; // most squares on a side of a board drawn as SVG
export const LEAST_SVG = 14; // least pixels of a square drawn as SVG; smaller ones are drawn on a canvas
export const MOST_CELLS = 3600; // most squares with an element of their own for screen readers
export const MOST_ZOOM = 72; // pixels of a square when zoomed in completely

const LEAST_FIGURE = 6.5; // pixels
const MOST_FIGURE = 30;

/**
 * A length in squares.
 * @param {number} share
 * @param {number} least pixels
 * @param {number} most pixels
 * @param {number} pixels of a square
 */
export function within(share, least, most, pixels) {
  return Math.min(Math.max(share, least / pixels), most / pixels);
}

/** The width of the line in pixels. On tiny squares it is thinner than a pixel, so that moves do not merge.
 * @param {number} pixels of a square */
export function lineWidth(pixels) {
  return Math.min(5.5, Math.max(0.065 * pixels, Math.min(1.2, 0.55 * pixels)));
}

/** The height of a number with this many digits, in squares. @param {number} digits @param {number} pixels */
export function figureSize(digits, pixels) {
  return Math.min(shareOf(digits), MOST_FIGURE / pixels);
}

/** Whether numbers with this many digits are readable. @param {number} digits @param {number} pixels */
export function hasRoom(digits, pixels) {
  return shareOf(digits) * pixels >= LEAST_FIGURE;
}

/** @param {number} digits */
function shareOf(digits) {
  return digits > 3 ? 0.235 : digits > 2 ? 0.29 : 0.35;
}

/**
 * The outline of a shape: a disc or a box, and its radius in squares.
 * @param {string} shape
 * @param {number} pixels of a square
 * @returns {{box: boolean, radius: number}}
 */
export function outlineOf(shape, pixels) {
  const disc = (share, least, most) => ({ box: false, radius: within(share, least, most, pixels) });
  switch (shape) {
    case "dot": return disc(0.075, 1.6, 6);
    case "bead": return disc(0.3, 0, 26);
    case "aim": return disc(0.15, 2.2, 13);
    case "aim-figure": return disc(0.34, 0, 32);
    case "next": return disc(0.2, 3, 17);
    case "next-figure": return disc(0.36, 0, 34);
    case "first": return disc(0.31, 5, 26);
    case "last": case "last-open": return { box: true, radius: within(0.285, 4.6, 24, pixels) };
    default: return disc(0.37, 4, 36);
  } // prettier-ignore
}

/** The height of the knight in squares. @param {boolean} onStart on the disc of the start @param {number}
 * pixels */
export function knightSize(onStart, pixels) {
  return onStart ? within(0.57, 0, 48, pixels) : within(0.86, 22, 84, pixels);
}
