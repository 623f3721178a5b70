/** Gallery: tours that draw themselves under the pointer, to open in Explore, to play, or to download. */

import { makeThumbnail } from "../board/thumbnail.js";
import { makeBoard } from "../core/board.js";
import { el } from "../core/dom.js";
import { movesOf, pathOfMoves } from "../core/moves.js";
import { boardName } from "../core/names.js";
import { FIRST_VIEW, linkOf } from "../core/view.js";
import { sentence, several } from "../core/words.js";
import { drawFields, fileName, save } from "../share/files.js";

/**
 * @typedef {object} Entry  of tours.json
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {number} rows
 * @property {number} cols
 * @property {string[]} [mask]  "#" is a hole
 * @property {number[]} [leaper]
 * @property {[number, number]} start
 * @property {string} moves
 * @property {boolean} closed
 */

const MOST_MADE_AT_ONCE = 3; // so that large tours do not hold up the first ones

export function make(context) {
  const list = el("ul", { class: "gallery-list" });
  const words = el("p", { class: "gallery-words", role: "status" });
  const stage = el("div", { class: "gallery", tabindex: 0, role: "region", "aria-label": "Gallery" },
    el("h2", { text: "Gallery" }),
    el("p", { class: "gallery-intro" },
      el("span", { class: "with-pointer", text: "Point at a tour to see it drawn. Click it to open it in Explore." }),
      el("span", { class: "with-touch", text: "Tap a tour to open it in Explore." })),
    words, list); // prettier-ignore
  /** @type {Promise<void> | null} */
  let loading = null; // at most one attempt at a time: two would show each tour twice
  // Where nothing can point, a tour draws itself when it comes into sight.
  const sight = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) target.classList.toggle("in-sight", isIntersecting);
  }, { root: stage, threshold: 0.7 }); // prettier-ignore

  function load() {
    loading ??= fill().catch(() => {
      loading = null;
      words.textContent = "The gallery could not be loaded. The page keeps trying to reach the server.";
    });
  }

  async function fill() {
    const response = await fetch("/page/gallery/tours.json");
    if (!response.ok) throw new Error(String(response.status));
    const entries = /** @type {Entry[]} */ (await response.json());
    words.textContent = "";
    list.replaceChildren();
    for (let first = 0; first < entries.length; first += MOST_MADE_AT_ONCE) {
      list.append(...entries.slice(first, first + MOST_MADE_AT_ONCE).map(makeEntry));
      await new Promise((done) => setTimeout(done));
    }
  }

  /** @param {Entry} entry */
  function makeEntry(entry) {
    const board = boardOf(entry);
    const start = (entry.start[0] - 1) * board.cols + entry.start[1] - 1;
    const path = /** @type {Int32Array} */ (pathOfMoves(board, start, entry.moves));
    const moves = movesOf(board, path);
    const link = linkOf({ ...FIRST_VIEW, mode: "explore", board, start, params: { moves } });
    const kind = entry.closed ? "Closed tour" : "Open tour";
    const note = el("span", { class: "note" });
    const open = (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in another tab, by its address
      event.preventDefault();
      context.go("explore", { board, start, end: null, closed: false, rule: {}, params: { moves } });
    };
    const label = `${entry.title}: open in Explore`;
    const picture = el("a", { class: "gallery-picture", href: link, "aria-label": label, onclick: open },
      makeThumbnail({ board, path, closed: entry.closed })); // prettier-ignore
    if (matchMedia("(hover: none)").matches) sight.observe(picture);
    picture.style.setProperty("--draw-time", `${Math.min(12, Math.max(3, board.size / 60))}s`);
    return el("li", { class: "gallery-entry", id: `gallery-${entry.id}` },
      picture,
      el("h3", { text: entry.title }),
      el("p", { class: "gallery-text", text: entry.text }),
      el("p", { class: "note", text: `${kind}, ${boardName(board)}, ${several(board.size, "square")}` }),
      el("div", { class: "gallery-actions" },
        el("button", {
          type: "button", text: "Play", "aria-label": `Play on the board of ${entry.title}`,
          onclick: () => context.go("play", { board, start: null, end: null }),
        }),
        el("button", {
          type: "button", text: "Download", "aria-label": `Download ${entry.title} as SVG`,
          onclick: () => void download({ board, path }, entry.id, note),
        }), note)); // prettier-ignore
  }

  /** @param {import("../share/files.js").Walk} walk @param {string} name @param {HTMLElement} note */
  async function download(walk, name, note) {
    note.textContent = "Drawing…";
    try {
      const theme = context.settings.isDark() ? "dark" : "light";
      const blob = await context.api.file("draw", { ...drawFields(walk), format: "svg", colour: "steps", theme });
      save(blob, fileName(walk, `${name}.svg`).replace(`.${name}`, `-${name}`));
      note.textContent = "Downloaded.";
    } catch (error) {
      const lost = "Pictures need the server, which is not responding.";
      note.textContent = error.status === 0 ? lost : sentence(error.message);
    }
    context.announce(note.textContent);
  }

  return {
    stage,
    tabs: {},
    show: load,
    hide() {},
    retry: load,
  };
}

/** @param {Entry} entry */
function boardOf({ rows, cols, mask, leaper }) {
  const holes = mask && Uint8Array.from(mask.join(""), (one) => (one === "#" ? 1 : 0));
  return makeBoard({ rows, cols, holes, leaper });
}
