/**
 * An interactive board: a drawing, and on top of it a grid of cells for mouse, touch, keyboard and screen
 * readers. `draw(scene)` changes only what differs from the previous scene, so that 60x60 is fast enough: the
 * line is kept in pieces, and a square is redrawn only when its content changes.
 */

import { stepColour } from "./colours.js";
import { el, svg } from "./dom.js";
import { show } from "./geometry.js";

/**
 * @typedef {object} Scene
 * @property {number[]} path the squares visited, in order; the knight is on the last
 * @property {boolean} [closed] whether the last square is joined to the first
 * @property {number} [length] number of squares of the whole walk, for colours by step; default: all squares
 * @property {boolean} [numbers] whether visited squares show their step
 * @property {boolean} [lines] whether to draw the line
 * @property {"plain" | "steps"} [colour]
 * @property {Map<number, number> | null} [degrees] of unvisited squares
 * @property {number[]} [targets] where the knight can go
 * @property {number | null} [next] where it goes next
 * @property {number | null} [start] drawn as a green disc
 * @property {number | null} [end] drawn as a red square, hollow until it is visited
 * @property {boolean} [knight] false hides the knight
 * @property {Map<number, {kind: string, text?: string}>} [marks] kinds: missed, part, hint, good, bad, left,
 *   reversed (only a tint), inserted
 * @property {(number | null)[] | null} [heat] from 0 to 1, from --heat-low to --heat-high
 * @property {(n: number) => string} [cellLabel] the label of a square for screen readers
 */

const UNIT = 100; // width of a square in the drawing
const PIECE = 48; // moves in a piece of a plain line
const MOST_COLOURS = 256;
// Sizes as a share of a square.
const LINE = 0.062;
const BEAD = 0.3;
const END = 0.31;
const DOT = 0.085;
const RING = 0.36;
// Sizes in pixels. Dots and figures are left out where squares are too small for them.
const ROOM_FOR_DOTS = 9;
const LEAST_FIGURE = 6.5;
const MOST_FIGURE = 30;
const LEAST_LINE = 1.1;
const MOST_LINE = 5;
const LEAST_KNIGHT = 22;
const LEAST_END = 6;
const MOST_END = 26;
const MOST_KNIGHT = 76;
const EDGE_FIGURES = 11;
const KNIGHT_HEIGHT = 100; // height of the drawing below

const NOTHING = {
  path: [], closed: false, length: 0, numbers: false, lines: true, colour: "plain", degrees: null,
  targets: [], next: null, start: null, end: null, knight: true, marks: new Map(), heat: null,
  cellLabel: null,
}; // prettier-ignore

/** A knight's head, drawn for this page in a square of 100 by 100 around its centre. */
export const KNIGHT =
  "M-25 36C-25 22-16 12-7 3C-1-3 2-8 1-14C-4-9-11-6-18-5C-20-1-23 2-27 4C-31 5-35 2-36-3C-36-7-34-10-31-13" +
  "C-26-20-22-27-16-31C-14-35-12-39-9-44C-5-41-2-38-1-35C17-34 30-20 33-2C35 12 33 25 32 36Z" +
  "M-13-21A3.2 3.2 0 1 0-13-14.6A3.2 3.2 0 1 0-13-21Z";

/**
 * @param {{rows: number, cols: number, label: string,
 *   onPick?: (n: number, place?: {row: number, col: number} | null) => void,
 *   onKey?: (event: KeyboardEvent, n: number) => void}} how
 */
export function makeBoard({ rows, cols, label, onPick = () => {}, onKey = () => {} }) {
  const drawing = makeDrawing();
  const grid = el("div", { class: "cells", role: "grid", "aria-label": label });
  const squares = el("div", { class: "squares" }, drawing.element, grid);
  const element = el("div", { class: "board" }, squares);
  let cells = [];
  let current = 0; // the cell that Tab goes to
  let scene = NOTHING;

  function resize(newRows, newCols) {
    if (cells.length && newRows === rows && newCols === cols) return;
    [rows, cols] = [newRows, newCols];
    element.style.setProperty("--rows", String(rows));
    element.style.setProperty("--cols", String(cols));
    grid.setAttribute("aria-rowcount", String(rows));
    grid.setAttribute("aria-colcount", String(cols));
    cells = Array.from({ length: rows * cols }, (_, n) =>
      el("div", { class: "cell", role: "gridcell", tabindex: "-1", "data-n": n }),
    );
    grid.replaceChildren(
      ...Array.from({ length: rows }, (_, row) =>
        el("div", { class: "cell-row", role: "row" }, ...cells.slice(row * cols, (row + 1) * cols)),
      ),
    );
    current = 0;
    cells[0].tabIndex = 0;
    scene = NOTHING;
    drawing.resize(rows, cols, squares.clientWidth / cols);
    cells.forEach((_, n) => sayCell(n));
  }

  function sayCell(n) {
    const words = scene.cellLabel ? scene.cellLabel(n) : show(n, cols);
    if (cells[n].getAttribute("aria-label") !== words) cells[n].setAttribute("aria-label", words);
  }

  function setCurrent(n) {
    cells[current].tabIndex = -1;
    current = n;
    cells[n].tabIndex = 0;
  }

  function focus(n) {
    setCurrent(n);
    cells[n].focus();
  }

  /** The position of a pointer on the board, in squares from the top left corner. */
  function placeOf({ clientX, clientY }) {
    const { left, top, width, height } = grid.getBoundingClientRect();
    return { row: ((clientY - top) / height) * rows, col: ((clientX - left) / width) * cols };
  }

  const cellOf = (event) => event.target.closest?.("[data-n]");

  grid.addEventListener("click", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    setCurrent(Number(cell.dataset.n));
    onPick(Number(cell.dataset.n), event.detail ? placeOf(event) : null);
  });
  grid.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    setCurrent(Number(cell.dataset.n));
    sayCell(Number(cell.dataset.n));
  });
  grid.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    if (!cell || event.altKey || event.metaKey) return;
    const n = Number(cell.dataset.n);
    const to = moved(event, n, rows, cols);
    if (to !== null) {
      event.preventDefault();
      focus(to);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) onPick(n);
    } else if (!event.ctrlKey) {
      onKey(event, n);
    }
  });

  new ResizeObserver(() => {
    const pixels = squares.clientWidth / cols;
    if (pixels && pixels !== drawing.pixels) {
      drawing.resize(rows, cols, pixels);
      drawing.draw(scene);
    }
  }).observe(squares);
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    drawing.resize(rows, cols, drawing.pixels);
    drawing.draw(scene);
  });

  resize(rows, cols);
  return {
    element,
    resize,
    focus,
    /** Show a scene. Parts that it does not mention are not shown. @param {Partial<Scene>} next */
    draw(next) {
      scene = { ...NOTHING, ...next };
      drawing.draw(scene).forEach(sayCell);
    },
    get rows() {
      return rows;
    },
    get cols() {
      return cols;
    },
    /** The width of a square in pixels. */
    get pixels() {
      return drawing.pixels;
    },
    /** Whether squares are large enough for the numbers of a whole walk. */
    get hasRoomForNumbers() {
      return hasRoom(String(rows * cols).length, drawing.pixels);
    },
    /** Whether squares are large enough for one digit. */
    get hasRoomForFigures() {
      return hasRoom(1, drawing.pixels);
    },
  };
}

/** The cell that a key moves to, or null. */
function moved(event, n, rows, cols) {
  const row = Math.floor(n / cols);
  const col = n % cols;
  const to = (r, c) => Math.min(rows - 1, Math.max(0, r)) * cols + Math.min(cols - 1, Math.max(0, c));
  switch (event.key) {
    case "ArrowUp": return to(row - 1, col);
    case "ArrowDown": return to(row + 1, col);
    case "ArrowLeft": return to(row, col - 1);
    case "ArrowRight": return to(row, col + 1);
    case "Home": return event.ctrlKey ? to(0, 0) : to(row, 0);
    case "End": return event.ctrlKey ? to(rows, cols) : to(row, cols);
    case "PageUp": return to(0, col);
    case "PageDown": return to(rows, col);
    default: return null;
  } // prettier-ignore
}

/** The height of a number with this many digits, as a share of a square. */
function figureSize(digits) {
  return digits > 3 ? 0.235 : digits > 2 ? 0.29 : 0.35;
}

/** Whether numbers with this many digits are readable on squares of this width. */
function hasRoom(digits, pixels) {
  return figureSize(digits) * pixels >= LEAST_FIGURE;
}

// -- the drawing ------------------------------------------------------------------------------------

function makeDrawing() {
  const layer = (name) => svg("g", { class: name });
  const light = svg("rect", { class: "light" });
  const dark = svg("path", { class: "dark" });
  const frame = svg("rect", { class: "frame" });
  const [tints, lines, shapes, figures, edges] = ["tints", "lines", "shapes", "figures", "edges"].map(layer);
  const knight = svg("path", { class: "knight", d: KNIGHT, "fill-rule": "evenodd" });
  const element = svg(
    "svg",
    { class: "drawing", "aria-hidden": "true", focusable: "false" },
    light, dark, tints, frame, lines, shapes, figures, knight, edges,
  ); // prettier-ignore

  let rows = 0;
  let cols = 0;
  let pixels = 40;
  let kept = []; // for each square: what is drawn on it
  let stepOf = new Uint16Array(0); // for each square: its step in the path, 0 if it is unvisited
  let path = [];
  let pieces = [];
  let lineKey = "";

  const x = (n) => ((n % cols) + 0.5) * UNIT;
  const y = (n) => (Math.floor(n / cols) + 0.5) * UNIT;
  /** A length in units: a share of a square, but at least `least` and at most `most` pixels. */
  const atLeast = (share, least, most = Infinity) =>
    UNIT * Math.min(Math.max(share, least / pixels), most / pixels);

  function resize(newRows, newCols, newPixels) {
    [rows, cols, pixels] = [newRows, newCols, newPixels || pixels];
    const size = { x: 0, y: 0, width: cols * UNIT, height: rows * UNIT };
    element.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    for (const rect of [light, frame]) {
      for (const [name, value] of Object.entries(size)) rect.setAttribute(name, String(value));
    }
    dark.setAttribute("d", chequers());
    element.style.setProperty("--pixel", `${UNIT / pixels}px`);
    element.style.setProperty("--line", `${atLeast(LINE, LEAST_LINE, MOST_LINE)}px`);
    kept = Array.from({ length: rows * cols }, () => ({ key: "", tint: null, shape: null, figure: null }));
    stepOf = new Uint16Array(rows * cols);
    path = [];
    pieces = [];
    lineKey = "";
    for (const group of [tints, lines, shapes, figures]) group.replaceChildren();
    nameEdges();
  }

  function chequers() {
    let d = "";
    for (let row = 0; row < rows; row++) {
      for (let col = 1 - (row % 2); col < cols; col += 2) d += `M${col * UNIT} ${row * UNIT}h100v100h-100z`;
    }
    return d;
  }

  /** Write the numbers of columns along the top and of rows along the left, as many as fit. */
  function nameEdges() {
    const size = atLeast(0, EDGE_FIGURES);
    const every = [1, 2, 5, 10].find((k) => k * pixels >= EDGE_FIGURES * 1.7) ?? 20;
    const shown = (k) => (every === 2 ? k % 2 === 0 : k === 0 || (k + 1) % every === 0);
    const words = [];
    for (let col = 0; col < cols; col++) {
      if (shown(col)) words.push(edgeFigure(col + 1, (col + 0.5) * UNIT, -0.75 * size));
    }
    for (let row = 0; row < rows; row++) {
      if (shown(row)) words.push(edgeFigure(row + 1, -0.9 * size, (row + 0.5) * UNIT));
    }
    edges.replaceChildren(...words);
    edges.style.fontSize = `${size}px`;
  }

  const edgeFigure = (number, atX, atY) => svg("text", { x: atX, y: atY, text: String(number) });

  /** Draw a scene, and return the squares that changed. */
  function draw(scene) {
    follow(scene.path);
    drawLine(scene);
    drawKnight(scene);
    const changed = [];
    const aims = new Set(scene.targets);
    for (let n = 0; n < kept.length; n++) {
      const look = lookOf(n, scene, aims);
      const key = look.join("|");
      if (key !== kept[n].key) {
        kept[n].key = key;
        dress(n, look);
        changed.push(n);
      }
    }
    return changed;
  }

  let shared = 0; // number of squares that the path has in common with the previous one

  function follow(next) {
    shared = 0;
    while (shared < path.length && shared < next.length && path[shared] === next[shared]) shared++;
    for (let i = shared; i < path.length; i++) stepOf[path[i]] = 0;
    for (let i = shared; i < next.length; i++) stepOf[next[i]] = i + 1;
    path = next.slice();
  }

  function drawLine({ lines: wanted, colour, closed, length }) {
    const all = length || rows * cols;
    const piece = colour === "steps" ? Math.ceil(all / MOST_COLOURS) : PIECE;
    const key = `${wanted} ${colour} ${all}`;
    const whole = lineKey !== key;
    lineKey = key;
    if (whole) {
      lines.replaceChildren();
      pieces = [];
    }
    const moves = wanted ? path.length - 1 + (closed && path.length > 2 ? 1 : 0) : 0;
    const needed = Math.max(0, Math.ceil(moves / piece));
    while (pieces.length > needed) pieces.pop().element.remove();
    for (let k = whole ? 0 : Math.floor(Math.max(0, shared - 1) / piece); k < needed; k++) {
      if (!pieces[k]) {
        pieces[k] = { element: lines.appendChild(svg("path")), d: "" };
        if (colour === "steps") {
          const middle = ((k + 0.5) * piece) / Math.max(1, all - 1);
          pieces[k].element.style.stroke = stepColour(Math.min(1, middle));
        }
      }
      const d = stretch(k * piece, Math.min(moves, (k + 1) * piece));
      if (d !== pieces[k].d) {
        pieces[k].d = d;
        pieces[k].element.setAttribute("d", d);
      }
    }
    // The piece that closed a longer path may come before the point where the paths differ.
    const last = needed - 1;
    if (last >= 0 && !whole) {
      const d = stretch(last * piece, moves);
      if (d !== pieces[last].d) pieces[last].element.setAttribute("d", (pieces[last].d = d));
    }
  }

  function stretch(from, to) {
    let d = "";
    for (let i = from; i <= to; i++) {
      const n = path[i % path.length];
      d += `${i === from ? "M" : "L"}${x(n)} ${y(n)}`;
    }
    return d;
  }

  function drawKnight(scene) {
    const n = path[path.length - 1];
    const onEnd = n === scene.start || n === scene.end;
    // On small squares there is no room for the knight: the disc or the square shows where it is.
    const shown = scene.knight && path.length > 0 && (!onEnd || hasRoom(1, pixels));
    knight.classList.toggle("gone", !shown);
    if (!shown) return;
    knight.classList.toggle("on-end", onEnd);
    const size = onEnd ? atLeast(END * 1.85, 0, MOST_END * 1.85) : atLeast(0.82, LEAST_KNIGHT, MOST_KNIGHT);
    knight.style.transform = `translate(${x(n)}px, ${y(n)}px) scale(${size / KNIGHT_HEIGHT})`;
  }

  /** The content of a square: tint and its colour, shape, figure and its class. */
  function lookOf(n, scene, aims) {
    const number = stepOf[n];
    const mark = scene.marks.get(n);
    const look = ["", "", "", "", "", number];
    if (scene.heat && scene.heat[n] !== null && scene.heat[n] !== undefined) {
      look[0] = "heat";
      look[1] = scene.heat[n].toFixed(3);
    } else if (mark) {
      look[0] = mark.kind;
    } else if (number && !scene.lines) {
      const bySteps = scene.colour === "steps";
      look[0] = bySteps ? "step" : "visited";
      if (bySteps) look[1] = ((number - 1) / Math.max(1, (scene.length || kept.length) - 1)).toFixed(3);
    }
    look[2] = shapeOf(n, scene, number, mark, aims);
    const figure = figureOf(n, scene, number, mark);
    if (figure && hasRoomFor(figure, number) && !isUnderKnight(n, scene)) {
      look[3] = figure;
      const onEnd = look[2] === "first" || look[2] === "last";
      const isPlain = number || (mark?.kind === "missed" && mark.text);
      look[4] = onEnd ? "on-end" : isPlain ? "number" : aims.has(n) ? "aim" : "degree";
    }
    return look;
  }

  /** The numbers of a walk are all shown or all hidden: there must be room for the longest. */
  const hasRoomFor = (figure, number) => hasRoom(number ? String(rows * cols).length : figure.length, pixels);
  const isUnderKnight = (n, scene) => scene.knight && n === path[path.length - 1];

  function shapeOf(n, scene, number, mark, aims) {
    if (n === scene.start) return "first";
    if (n === scene.end) return number ? "last" : "last-open";
    if (mark && mark.kind !== "reversed") return mark.kind;
    if (isUnderKnight(n, scene)) return "";
    if (n === scene.next) return "next";
    if (aims.has(n)) return "aim";
    if (!number) return "";
    if (scene.numbers && hasRoomFor("", number)) return scene.lines ? "bead" : "";
    return scene.lines && pixels >= ROOM_FOR_DOTS ? "dot" : "";
  }

  function figureOf(n, scene, number, mark) {
    if (mark?.text) return mark.text;
    if (number) return scene.numbers ? String(number) : "";
    const degree = scene.degrees?.get(n);
    return degree === undefined ? "" : String(degree);
  }

  function dress(n, [tint, share, shape, figure, written]) {
    const record = kept[n];
    record.tint = replace(record.tint, tint && tints.appendChild(makeTint(n, tint, share)));
    record.shape = replace(record.shape, shape && makeShape(n, shape));
    if (record.shape) shapes.append(record.shape);
    record.figure = replace(record.figure, figure && figures.appendChild(makeFigure(n, figure, written)));
  }

  function replace(old, made) {
    old?.remove();
    return made || null;
  }

  function makeTint(n, kind, share) {
    const place = { x: (n % cols) * UNIT, y: Math.floor(n / cols) * UNIT, width: UNIT, height: UNIT };
    const isDark = (Math.floor(n / cols) + n % cols) % 2 === 1;
    const rect = svg("rect", { ...place, class: `tint-${kind}${isDark ? " on-dark" : ""}` });
    if (kind === "step") rect.style.setProperty("--step", stepColour(Number(share)));
    if (kind === "heat") {
      const high = (100 * Number(share)).toFixed(1);
      rect.style.fill = `color-mix(in oklab, var(--heat-low), var(--heat-high) ${high}%)`;
    }
    return rect;
  }

  /** The element for a kind of shape. */
  function makeShape(n, kind) {
    const isDark = (Math.floor(n / cols) + n % cols) % 2 === 1;
    const disc = (r) => svg("circle", { class: `${kind}${isDark ? " on-dark" : ""}`, cx: x(n), cy: y(n), r });
    switch (kind) {
      case "dot": return disc(atLeast(DOT, 1.6, 7));
      case "bead": return disc(atLeast(BEAD, 0, MOST_END));
      case "first": return disc(atLeast(END, LEAST_END, MOST_END));
      case "last": case "last-open": {
        const r = atLeast(END * 0.92, LEAST_END * 0.92, MOST_END * 0.92);
        const box = { x: x(n) - r, y: y(n) - r, width: 2 * r, height: 2 * r, rx: 0.18 * r };
        return svg("rect", { class: kind, ...box });
      }
      default: return disc(atLeast(RING, 0, MOST_END * 1.2));
    } // prettier-ignore
  }

  function makeFigure(n, figure, written) {
    const size = UNIT * figureSize(figure.length);
    const text = svg("text", { class: written, x: x(n), y: y(n), text: figure });
    text.style.fontSize = `${Math.min(size, (UNIT * MOST_FIGURE) / pixels)}px`;
    return text;
  }

  return {
    element,
    resize,
    draw,
    get pixels() {
      return pixels;
    },
  };
}
