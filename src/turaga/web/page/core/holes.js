/**
 * Holes as text in a link. A few holes are a list of squares, `3,4-5,6`. More are a bit for each square, row by
 * row, in base64url after a `~`. Pure functions.
 */

const LISTED = 12; // holes that are written as a list
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The largest board whose holes are put into a link: about 1,700 characters. Larger ones need a file. */
export const MOST_LINKED = 10_000;

/**
 * The holes of a board as text; null if there are none, or if the board is too large for a link.
 * @param {import("./board.js").Board} board
 * @returns {string | null}
 */
export function writeHoles({ holes, area, size, cols }) {
  if (!holes || area > MOST_LINKED) return null;
  if (area - size <= LISTED) {
    const indices = Array.from(holes.keys()).filter((n) => holes[n]);
    return indices.map((n) => `${Math.floor(n / cols) + 1},${(n % cols) + 1}`).join("-");
  }
  return `~${writeBits(holes)}`;
}

/** A mask as text, six squares a character. @param {Uint8Array} mask */
export function writeBits(mask) {
  let text = "";
  for (let first = 0; first < mask.length; first += 6) {
    let digit = 0;
    for (let k = 0; k < 6; k++) digit = digit * 2 + (mask[first + k] ?? 0);
    text += DIGITS[digit];
  }
  return text;
}

/**
 * The holes in a text as a mask; null if the text is not valid for a board of this size, or if it leaves no
 * square.
 * @param {string} text
 * @param {number} rows
 * @param {number} cols
 * @returns {Uint8Array | null}
 */
export function readHoles(text, rows, cols) {
  const area = rows * cols;
  if (area > MOST_LINKED) return null;
  const mask = text.startsWith("~") ? readBits(text.slice(1), rows, cols) : readList(text, rows, cols);
  return mask?.includes(0) ? mask : null;
}

/** The mask in a text of `writeBits`; null if it is not one of a board of this size. @param {string} text
 * @param {number} rows @param {number} cols */
export function readBits(text, rows, cols) {
  const area = rows * cols;
  if (text.length !== Math.ceil(area / 6)) return null;
  const mask = new Uint8Array(area);
  for (let i = 0; i < text.length; i++) {
    const digit = DIGITS.indexOf(text[i]);
    if (digit < 0) return null;
    for (let k = 0; k < 6 && 6 * i + k < area; k++) mask[6 * i + k] = (digit >> (5 - k)) & 1;
  }
  return mask;
}

/** @param {string} text @param {number} rows @param {number} cols */
function readList(text, rows, cols) {
  const mask = new Uint8Array(rows * cols);
  for (const word of text.split("-")) {
    const pair = /^(\d{1,4}),(\d{1,4})$/.exec(word);
    const [row, col] = pair ? [Number(pair[1]), Number(pair[2])] : [0, 0];
    if (row < 1 || row > rows || col < 1 || col > cols) return null;
    mask[(row - 1) * cols + col - 1] = 1;
  }
  return mask;
}
