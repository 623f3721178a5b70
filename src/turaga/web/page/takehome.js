/** Files of what is seen, and its link, to take home. */

import { el } from "./dom.js";
import { toPair } from "./geometry.js";

const KINDS = [
  ["svg", "SVG", "a drawing, sharp at any size"],
  ["png", "PNG", "a picture"],
  ["gif", "GIF", "the walk, moving"],
  ["text", "Text", "the board as numbers"],
  ["json", "JSON", "all the facts"],
];

/**
 * @param {{api: any, getLink: () => string, getLook: (format: string) => object,
 *   getWalk: () => null | {board: {rows: number, cols: number}, path: number[], facts: object}}} how
 *   `getWalk` gives the walk that is seen, whole, and the facts of its JSON; null if there is none.
 *   `getLink` gives the address of what is seen; `getLook` what a picture takes over: numbers, colour...
 */
export function makeTakeHome({ api, getLink, getWalk, getLook }) {
  const note = el("p", { class: "note", role: "status" });
  const buttons = KINDS.map(([format, label, what]) =>
    el("button", {
      type: "button", class: "file", title: `${label}: ${what}`, text: label, "data-format": format,
      onclick: () => take(format),
    }), // prettier-ignore
  );
  const link = el("button", { type: "button", class: "file", text: "Copy link", onclick: copy });
  const element = el(
    "fieldset",
    { class: "take-home" },
    el("legend", { text: "Take home" }),
    el("div", { class: "files" }, ...buttons, link),
    note,
  );

  function say(text) {
    note.textContent = text;
  }

  async function take(format) {
    const walk = getWalk();
    if (!walk) return;
    const button = buttons.find((each) => each.dataset.format === format);
    button.setAttribute("aria-busy", "true");
    say(format === "png" || format === "gif" ? "Being drawn…" : "");
    try {
      const name = fileName(walk, format);
      save(await fileOf(walk, format), name);
      say(`${name} is on its way.`);
    } catch (error) {
      say(error.message);
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  /** Text and JSON are made here, and can be had without a server; pictures are drawn by it. */
  async function fileOf(walk, format) {
    if (format === "json") return new Blob([JSON.stringify(walk.facts), "\n"], { type: "application/json" });
    if (format === "text") return new Blob([numberGrid(walk)], { type: "text/plain" });
    const { board, path } = walk;
    const squares = path.map((n) => toPair(n, board.cols));
    return api.file("draw", { board: `${board.rows}x${board.cols}`, squares, format, ...getLook(format) });
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(getLink());
      say("The link is copied: it shows exactly this view.");
    } catch {
      say("The browser does not let the page copy: the link is in the address bar.");
    }
  }

  return {
    element,
    /** Whether there is a walk to take. */
    enable(on) {
      for (const button of buttons) button.disabled = !on;
    },
    clear: () => say(""),
  };
}

function fileName({ board, path }, format) {
  const whole = path.length === board.rows * board.cols;
  const ending = format === "text" ? "txt" : format;
  return `knights-${whole ? "tour" : "walk"}-${board.rows}x${board.cols}.${ending}`;
}

/**
 * A walk as a grid of numbers, 0 for a square that is not visited: as `turaga solve` prints it and
 * `turaga check` reads it.
 * @param {{board: {rows: number, cols: number}, path: number[]}} walk
 */
export function numberGrid({ board: { rows, cols }, path }) {
  const numbers = new Array(rows * cols).fill(0);
  path.forEach((n, k) => {
    numbers[n] = k + 1;
  });
  const width = String(path.length).length;
  const lines = Array.from({ length: rows }, (_, row) =>
    numbers.slice(row * cols, (row + 1) * cols).map((number) => String(number).padStart(width)).join(" "),
  );
  return `${lines.join("\n")}\n`;
}

/** The theme that a picture has as the page has it. */
export function themeNow() {
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Hand a file to the browser's downloads. */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const anchor = el("a", { href: url, download: name, hidden: true });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
