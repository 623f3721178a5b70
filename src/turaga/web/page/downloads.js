/** Buttons to download the walk as a file, and to copy its link. */

import { el } from "./dom.js";
import { toPair } from "./geometry.js";

const KINDS = [
  ["svg", "SVG", "a drawing that stays sharp at any size"],
  ["png", "PNG", "a picture"],
  ["gif", "GIF", "an animation of the walk"],
  ["text", "Text", "a number grid"],
  ["json", "JSON", "all data about the walk"],
];

/**
 * @param {{api: any, getLink: () => string, getLook: (format: string) => object,
 *   getWalk: () => null | {board: {rows: number, cols: number}, path: number[], facts: object}}} how
 *   `getWalk` returns the whole walk and the content of its JSON file, or null if there is no walk. `getLink`
 *   returns the link of the current view, and `getLook` the display options for a picture.
 */
export function makeDownloads({ api, getLink, getWalk, getLook }) {
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
    { class: "downloads" },
    el("legend", { text: "Download" }),
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
    say(format === "png" || format === "gif" ? "Drawing…" : "");
    try {
      const name = fileName(walk, format);
      save(await fileOf(walk, format), name);
      say(`Downloaded ${name}.`);
    } catch (error) {
      say(error.message);
    } finally {
      button.removeAttribute("aria-busy");
    }
  }

  /** Text and JSON are made here, without the server. The server draws the pictures. */
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
      say("Link copied. It opens this view.");
    } catch {
      say("The browser does not let the page copy. The link is in the address bar.");
    }
  }

  return {
    element,
    /** Enable or disable the buttons. */
    enable(on) {
      for (const button of buttons) button.disabled = !on;
    },
    clear: () => say(""),
  };
}

function fileName({ board, path }, format) {
  const whole = path.length === board.rows * board.cols;
  const extension = format === "text" ? "txt" : format;
  return `knights-${whole ? "tour" : "walk"}-${board.rows}x${board.cols}.${extension}`;
}

/**
 * A walk as a number grid, with 0 for an unvisited square. `turaga solve` prints this format, and
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

/** The current theme of the page. */
export function themeNow() {
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Let the browser download a file. */
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  const anchor = el("a", { href: url, download: name, hidden: true });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
