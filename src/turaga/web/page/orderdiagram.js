/** A small diagram of the eight directions and their digits, for the field in which an order is typed. */

import { KNIGHT } from "./boardview.js";
import { svg } from "./dom.js";
import { MOVES } from "./geometry.js";

const UNIT = 100; // width of a square
const SIDE = 5; // squares in a row
const MIDDLE = 2;

/** The diagram in words: "1 is two down, one right", and so on. */
export const DIRECTIONS = MOVES.map(([down, right], k) => {
  const far = (number) => (Math.abs(number) === 2 ? "two" : "one");
  const vertical = `${far(down)} ${down > 0 ? "down" : "up"}`;
  const horizontal = `${far(right)} ${right > 0 ? "right" : "left"}`;
  return `${k + 1} is ${Math.abs(down) > 1 ? `${vertical}, ${horizontal}` : `${horizontal}, ${vertical}`}`;
});

/** A board of 5x5 with the knight in the middle and the digit of each direction where it leads. */
export function makeOrderDiagram() {
  const squares = [];
  for (let row = 0; row < SIDE; row++) {
    for (let col = 0; col < SIDE; col++) {
      const shade = (row + col) % 2 ? "dark" : "light";
      squares.push(svg("rect", { class: shade, x: col * UNIT, y: row * UNIT, width: UNIT, height: UNIT }));
    }
  }
  const centre = (MIDDLE + 0.5) * UNIT;
  const digits = MOVES.map(([down, right], k) =>
    svg("text", { x: centre + right * UNIT, y: centre + down * UNIT, text: String(k + 1) }),
  );
  const place = `translate(${centre} ${centre}) scale(0.82)`;
  const knight = svg("path", { class: "knight", d: KNIGHT, "fill-rule": "evenodd", transform: place });
  const size = SIDE * UNIT;
  const frame = svg("rect", { class: "frame", x: 0, y: 0, width: size, height: size });
  const label = `The digits of the knight’s directions: ${DIRECTIONS.join("; ")}.`;
  return svg(
    "svg",
    { class: "order-diagram", viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": label },
    ...squares, frame, ...digits, knight,
  ); // prettier-ignore
}
