/** Built-in shapes and words, which the server turns into boards, and boards from files, which the page reads. */

import { boardFromFields } from "../core/board.js";
import { el, freshId } from "../core/dom.js";
import { sizeName } from "../core/names.js";
import { limitsOf } from "../core/server.js";
import { isAllowedSize } from "../core/view.js";
import { grouped, sentence } from "../core/words.js";
import { readMask } from "./mask.js";

const MOST_LETTERS = 12;
const LINE_END = 2; // characters at most
const LOST = "Shapes need the server, which is not responding. You can still paint.";

/**
 * @param {{context: any, onBoard: (board: import("../core/board.js").Board) => void, file: HTMLElement}} how
 *   `file` is the button that downloads the board
 */
export function makeLibrary({ context, onBoard, file: download }) {
  const chips = el("div", { class: "chips", role: "group", "aria-label": "Built-in shapes" });
  const note = el("p", { class: "wrong" });
  const wordId = freshId("word");
  const word = el("input", {
    id: wordId, type: "text", maxlength: MOST_LETTERS, autocomplete: "off", spellcheck: "false", placeholder: "HELLO",
  }); // prettier-ignore
  const submit = (/** @type {Event} */ event) => (event.preventDefault(), takeWord());
  const form = el("form", { class: "word-form", onsubmit: submit },
    el("label", { for: wordId, text: "Word" }), word, el("button", { type: "submit", text: "Write it" })); // prettier-ignore
  const file = el("input", {
    type: "file", accept: ".txt,text/plain", class: "unseen", tabindex: -1, "aria-hidden": "true",
    onchange: () => void takeFile(),
  }); // prettier-ignore
  const open = el("button", { type: "button", text: "Open a board file", onclick: () => file.click() });
  const element = el("section", { class: "library", "aria-label": "Built-in shapes" },
    el("h3", { text: "Built-in shapes" }), chips, form, note, el("div", { class: "shapes-file" }, open, download, file)); // prettier-ignore
  /** @type {Promise<void> | null} */
  let loading = null; // at most one attempt at a time: a second one would replace a chip while it is clicked
  /** @type {AbortController | null} */
  let pending = null;

  function load() {
    if (note.textContent === LOST) say("");
    loading ??= fill().catch((error) => {
      loading = null;
      say(error.status === 0 ? LOST : sentence(error.message));
    });
  }

  async function fill() {
    const { shapes } = await context.api.ask("options");
    say("");
    const named = shapes.filter(({ name }) => name !== "text");
    chips.replaceChildren(
      ...named.map(({ name, what }) =>
        el("button", {
          type: "button", class: "chip", text: name, title: what, onclick: () => void take(name, sizeNow()),
        })),
    ); // prettier-ignore
  }

  /** Shapes have the size of the board, but not less than is needed to see them. */
  function sizeNow() {
    const { rows, cols } = context.view.board;
    return rows < 12 || cols < 12 ? null : sizeName({ rows, cols });
  }

  function takeWord() {
    const text = word.value.trim();
    if (!text) return say("Type a word first.");
    void take(`text:${text}`, null);
  }

  /** @param {string} shape @param {string | null} size */
  async function take(shape, size) {
    halt();
    say("");
    const mine = (pending = new AbortController());
    try {
      const board = size ? `${shape}:${size}` : shape;
      const answer = await context.api.ask("solve", { board, first_look: true }, { signal: mine.signal });
      onBoard(boardFromFields(answer.tours.board, [...context.view.board.leaper]));
    } catch (error) {
      if (!mine.signal.aborted) say(error.status === 0 ? LOST : sentence(error.message));
    }
  }

  async function takeFile() {
    const [chosen] = file.files;
    if (!chosen) return;
    file.value = "";
    const { most, area } = limitsOf();
    const tooLarge = `${chosen.name} is too large: a board has up to ${grouped(most)} rows and ${grouped(most)} columns.`;
    if (chosen.size > area + LINE_END * most) return say(tooLarge);
    const board = readMask(await chosen.text(), context.view.board.leaper);
    if (!board) say(`${chosen.name} is not a board: write a line for each row, with . for a square and # for a hole.`);
    else if (!isAllowedSize(board, { most, area })) say(tooLarge);
    else {
      say("");
      onBoard(board);
    }
  }

  function say(text) {
    note.textContent = text;
    context.announce(text);
  }

  /** Forget a shape that has not arrived yet. */
  function halt() {
    pending?.abort();
  }

  return { element, load, halt };
}
