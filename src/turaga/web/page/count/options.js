/** Which tours are counted: closed or open, one or both directions, and where they start and end. */

import { checkBox, el, freshId, radios } from "../core/dom.js";
import { boardName, nameOf, parseSquare } from "../core/names.js";

const KINDS = [["closed", "Closed"], ["open", "Open"]]; // prettier-ignore

/** @param {{context: any}} how */
export function makeCountOptions({ context }) {
  const kinds = radios("Kind of tour", KINDS, (value) => changeParams({ kind: value === "open" ? "open" : null }));
  const both = checkBox("Count each tour in both directions", {
    onchange: (on) => changeParams({ directed: on ? "1" : null }),
  });
  const fields = { start: squareField("Start", "start"), end: squareField("End", "end") };
  const element = el("div", { class: "options" }, kinds.element, both.element,
    el("div", { class: "count-ends" }, fields.start.element, fields.end.element),
    el("p", { class: "note", text: "Leave start and end empty to count tours from and to all squares." })); // prettier-ignore

  function changeParams(changes) {
    const { draw: _, many: __, pick: ___, ...kept } = context.view.params;
    const params = Object.fromEntries(Object.entries({ ...kept, ...changes }).filter(([, value]) => value));
    context.change({ params }, { push: true });
  }

  /** @param {string} label @param {"start" | "end"} name */
  function squareField(label, name) {
    const id = freshId(name);
    const wrong = el("span", { class: "wrong", id: `${id}-wrong`, role: "status" });
    const input = el("input", {
      id, type: "text", size: 8, maxlength: 12, placeholder: "any", autocomplete: "off", autocapitalize: "off",
      spellcheck: "false", "aria-describedby": wrong.id, onchange: () => take(name, input, wrong),
    }); // prettier-ignore
    return { input, wrong, element: el("div", { class: "field" }, el("label", { for: id, text: label }), input, wrong) };
  }

  function take(name, input, wrong) {
    const { board, params } = context.view;
    const text = input.value.trim();
    const square = text && text !== "any" ? parseSquare(text, board) : null;
    const isWrong = text !== "" && text !== "any" && square === null;
    const example = nameOf(board, board.holes ? board.holes.indexOf(0) : 0);
    wrong.textContent = isWrong ? `“${text}” is not a square of ${boardName(board)}: type one such as ${example}.` : "";
    if (isWrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
    const { draw: _, many: __, pick: ___, ...kept } = params;
    if (!isWrong) context.change({ [name]: square, params: kept });
  }

  return {
    element,
    /** Show the choices of a view. @param {import("../core/view.js").View} view */
    show({ board, start, end, params }) {
      kinds.set(params.kind === "open" ? "open" : "closed");
      both.input.checked = params.directed === "1";
      for (const [name, n] of Object.entries({ start, end })) {
        const { input, wrong } = fields[name];
        input.value = n === null ? "" : nameOf(board, n);
        input.removeAttribute("aria-invalid");
        wrong.textContent = "";
      }
    },
  };
}
