/** Start and end, typed or set by a click on the board, and whether the tour must be closed. */

import { checkBox, el, freshId, radios } from "../core/dom.js";
import { nameOf, parseSquare, sizeName, usesLetters } from "../core/names.js";

/** @typedef {import("../core/board.js").Board} Board */

const ANY = "any";

/** The message for a text that is not a square of the board. @param {string} text @param {Board} board */
function noSquare(text, board) {
  const example = usesLetters(board) ? "a chess name, such as a1, or row,column, such as 1,1" : "row,column, such as 1,1";
  return `“${text}” is not a square of ${sizeName(board)}: type ${example}, or “any”.`;
}

/**
 * @param {{onChange: (changes: {start?: number | null, end?: number | null, closed?: boolean}) => void}} how
 */
export function makeEndsPicker({ onChange }) {
  /** @type {Board | null} */
  let board = null;
  let sets = "start";

  const note = el("p", { class: "wrong", role: "status", id: freshId("ends") });
  const clicks = radios("A click on the board sets the", [["start", "start"], ["end", "end"]], (value) => {
    sets = value;
  }); // prettier-ignore
  clicks.set(sets);
  const start = makeField("Start", "start");
  const end = makeField("End", "end");
  const closed = checkBox("Closed: the tour ends one move from its start", {
    onchange: (/** @type {boolean} */ on) => onChange({ closed: on }),
  });
  const element = el("fieldset", { class: "ends" }, el("legend", { text: "Start and end" }),
    el("div", { class: "ends-fields" }, start.element, end.element), note, closed.element, clicks.element); // prettier-ignore

  /** @param {string} label @param {"start" | "end"} name */
  function makeField(label, name) {
    const id = freshId(name);
    const input = el("input", {
      type: "text", id, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 9,
      "aria-describedby": note.id,
    }); // prettier-ignore
    const clear = el("button", {
      type: "button", class: "clear", text: "Any", "aria-label": `Any ${name}`, title: `Allow any ${name}`,
      onclick: () => {
        input.focus(); // the button is hidden now
        onChange({ [name]: null });
      },
    }); // prettier-ignore
    input.addEventListener("change", () => {
      const text = input.value.trim();
      const n = parseSquare(text, board);
      if (n === null && text && text.toLowerCase() !== ANY) {
        input.setAttribute("aria-invalid", "true");
        note.textContent = noSquare(text, board);
      } else {
        note.textContent = "";
        input.removeAttribute("aria-invalid");
        input.value = n === null ? ANY : nameOf(board, n);
        onChange({ [name]: n });
      }
    });
    const box = el("div", { class: "end-box" }, input, clear);
    return { element: el("div", { class: `field end-field ${name}` }, el("label", { for: id, text: label }), box), input, clear };
  }

  /** @param {{input: any, clear: any}} field @param {number | null} n @param {boolean} enabled */
  function showField({ input, clear }, n, enabled) {
    input.value = n === null ? ANY : nameOf(board, n);
    input.disabled = !enabled;
    input.removeAttribute("aria-invalid");
    clear.hidden = n === null || !enabled;
  }

  return {
    element,
    /** What a click on the board sets: "start" or "end". */
    get sets() {
      return sets;
    },
    /**
     * Show these values without calling `onChange`. With `canEnd` false, the end is free.
     * @param {{board: Board, start: number | null, end: number | null, closed: boolean, canEnd: boolean}} now
     */
    show({ board: shown, start: first, end: last, closed: isClosed, canEnd }) {
      board = shown;
      showField(start, first, true);
      showField(end, canEnd ? last : null, canEnd);
      closed.input.checked = isClosed;
      closed.input.disabled = !canEnd;
      clicks.enable("end", canEnd);
      if (!canEnd && sets === "end") clicks.set((sets = "start"));
      note.textContent = "";
    },
  };
}
