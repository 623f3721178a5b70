/** Start and end, typed or set by a click on the board, and whether the tour must be closed. */

import { checkBox, el, freshId, radios } from "./dom.js";
import { parseSquare, show } from "./geometry.js";
import { noSquare } from "./words.js";

/**
 * @param {{onChange: (changes: {start?: number | null, end?: number | null, closed?: boolean}) => void}} how
 */
export function makeEndsPicker({ onChange }) {
  let size = { rows: 8, cols: 8 };
  let sets = "start";

  const note = el("p", { class: "note", role: "status" });
  const choices = [["start", "Click sets start"], ["end", "Click sets end"]]; // prettier-ignore
  const clicks = radios("Start and end", choices, (value) => {
    sets = value;
  });
  clicks.set(sets);
  const start = makeField("Start", "start", "any");
  const end = makeField("End", "end", "any");
  const closed = checkBox("Closed: ends a move away from its start", {
    onchange: (on) => onChange({ closed: on }),
  });
  const element = clicks.element;
  element.classList.add("ends");
  element.append(el("div", { class: "ends-fields" }, start.element, end.element), closed.element, note);

  function makeField(label, name, empty) {
    const id = freshId(name);
    const input = el("input", {
      type: "text", id, placeholder: empty, autocomplete: "off", spellcheck: "false", maxlength: 7,
    }); // prettier-ignore
    const clear = el("button", {
      type: "button", class: "quiet clear", text: "×", "aria-label": `Clear ${name}`,
      title: `Clear ${name}: allow any square`,
      onclick: () => {
        input.focus(); // the button is disabled now
        onChange({ [name]: null });
      },
    }); // prettier-ignore
    input.addEventListener("change", () => {
      const text = input.value.trim();
      const n = parseSquare(text, size.rows, size.cols);
      if (text && n === null) {
        input.setAttribute("aria-invalid", "true");
        note.textContent = noSquare(text, size);
      } else {
        onChange({ [name]: n });
      }
    });
    return {
      element: el(
        "div",
        { class: `field end-field ${name}` },
        el("label", { for: id, text: label }),
        el("div", { class: "end-box" }, input, clear),
      ),
      input,
      clear,
    };
  }

  function showField({ input, clear }, n, enabled) {
    input.value = n === null ? "" : show(n, size.cols);
    input.disabled = !enabled;
    input.removeAttribute("aria-invalid");
    clear.disabled = n === null || !enabled;
  }

  return {
    element,
    /** What a click on the board sets: "start" or "end". */
    get sets() {
      return sets;
    },
    /**
     * Show these values without calling `onChange`.
     * @param {{rows: number, cols: number, start: number | null, end: number | null, closed: boolean,
     *   canEnd: boolean}} now
     */
    set({ rows, cols, start: first, end: last, closed: isClosed, canEnd }) {
      size = { rows, cols };
      showField(start, first, true);
      showField(end, last, canEnd);
      closed.input.checked = isClosed;
      closed.input.disabled = !canEnd;
      clicks.enable("end", canEnd);
      if (!canEnd && sets === "end") clicks.set((sets = "start"));
      note.textContent = "";
    },
  };
}
