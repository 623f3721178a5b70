/** A small drawing of the eight numbered directions of a leaper, for the fields in which an order is typed. */

import { directions } from "../core/board.js";
import { svg } from "../core/dom.js";

const UNIT = 100; // width of a square
const MOST_REACH = 4; // squares on each side of the centre; longer moves are drawn as a circle of digits
const NUMERALS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** @param {number} number */
const inWords = (number) => NUMERALS[number] ?? String(number);

/**
 * The directions in words: "1 is two down, one right", and so on. The longer part comes first.
 * @param {readonly number[]} leaper
 */
export function directionWords(leaper) {
  return directions(leaper).map(([down, right], k) => {
    const vertical = `${inWords(Math.abs(down))} ${down < 0 ? "up" : "down"}`;
    const horizontal = `${inWords(Math.abs(right))} ${right < 0 ? "left" : "right"}`;
    const parts = Math.abs(down) >= Math.abs(right) ? [vertical, horizontal] : [horizontal, vertical];
    return `${k + 1} is ${parts.filter((part) => !part.startsWith("no ")).join(", ")}`;
  });
}

/**
 * The drawing: the leaper in the middle, and each digit where its direction leads.
 * @param {readonly [number, number]} leaper
 * @returns {SVGElement}
 */
export function makeOrderDiagram(leaper) {
  const [, far] = leaper;
  const reach = Math.min(far, MOST_REACH);
  const side = 2 * reach + 1;
  const size = side * UNIT;
  const centre = size / 2;
  // A leaper such as 0,1 or 2,2 has two digits for each move: they share a square.
  const places = new Map();
  directions(leaper).forEach(([down, right], k) => {
    const scale = far > MOST_REACH ? reach / Math.hypot(down, right) : 1;
    const place = `${(centre + right * scale * UNIT).toFixed(1)} ${(centre + down * scale * UNIT).toFixed(1)}`;
    places.set(place, [...(places.get(place) ?? []), k + 1]);
  });
  const digits = [...places].map(([place, numbers]) => {
    const [x, y] = place.split(" ");
    return svg("text", { x, y, class: numbers.length > 1 ? "two" : null, text: numbers.join(" ") });
  });
  const label = `The digits of the directions: ${directionWords(leaper).join("; ")}.`;
  return svg(
    "svg",
    { class: "order-diagram", viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": label },
    ...(far > MOST_REACH ? [] : groundOf(side)),
    svg("rect", { class: "frame", x: 0, y: 0, width: size, height: size }),
    ...digits,
    svg("circle", { class: "leaper", cx: centre, cy: centre, r: 0.3 * UNIT }),
  );
}

/** The squares under the digits. @param {number} side */
function groundOf(side) {
  return Array.from({ length: side * side }, (_, n) => {
    const [row, col] = [Math.floor(n / side), n % side];
    return svg("rect", {
      class: (row + col) % 2 ? "dark" : "light", x: col * UNIT, y: row * UNIT, width: UNIT, height: UNIT,
    }); // prettier-ignore
  });
}
