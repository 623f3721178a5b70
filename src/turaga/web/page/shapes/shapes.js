/** Shapes: paint holes into the board that all modes share, or take a built-in shape, with a live verdict. */

import { makeBoardView } from "../board/view.js";
import { boardFields, boardFromFields, isHole, makeBoard } from "../core/board.js";
import { checkBox, clickWord, el, freshId, radios } from "../core/dom.js";
import { MOST_LINKED } from "../core/holes.js";
import { nameOf } from "../core/names.js";
import { parseLeaper } from "../core/view.js";
import { grouped, sentence, several } from "../core/words.js";
import { saveBoard } from "../share/files.js";
import { imagesOf, painted, SYMMETRIES } from "./brush.js";
import { makeLibrary } from "./library.js";
import { MOST_ASKED, canAskAbout, makeVerdict } from "./verdict.js";

const RETURN = { play: "Play this board", compare: "Compare on this board", map: "Map this board", count: "Count this board" };
const TOO_LARGE =
  `Painting works on boards of up to ${grouped(MOST_LINKED)} squares, and so do links with holes. Choose a smaller ` +
  "board, or download this one as a text file, change it in an editor and open it again.";

export function make(context) {
  let board = context.view.board;
  let symmetry = /** @type {import("./brush.js").Symmetry} */ ("none");
  /** While a stroke is painted: the mask so far, and what it paints. @type {{mask: Uint8Array, makeHoles: boolean} | null} */
  let stroke = null;
  let marks = new Map();
  /** @type {{key: string, controller: AbortController} | null} */
  let trimming = null;

  const view = makeBoardView({
    board, label: "Board to paint",
    onPick: (n) => toggle(n),
    onPaint: paint,
  }); // prettier-ignore
  const brushes = radios("Mirror", SYMMETRIES, (value) => (symmetry = /** @type {any} */ (value)));
  brushes.set(symmetry);
  const full = el("button", {
    type: "button", text: "Full board", onclick: () => take(makeBoard({ ...sides(), leaper: board.leaper })),
  }); // prettier-ignore
  const done = el("button", { type: "button", class: "main", onclick: finish });
  const note = el("p", { class: "note shapes-note" });
  const invitation = el("p", { class: "note shapes-invitation", text: `${clickWord()} or drag over squares to make holes, and again to fill them.` });
  const under = el("div", { class: "under shapes-under" }, invitation, brushes.element, el("div", { class: "shapes-buttons" }, full, done));
  const stage = el("div", { class: "mode-stage" }, el("div", { class: "board-box" }, view.element), under);

  const verdict = makeVerdict({
    context,
    onMarks: (found) => ((marks = found), draw()),
    onVerdict: (kind) => trim.classList.toggle("main", kind === "no"), // it is what helps
  });
  const closed = checkBox("Closed tour", { onchange: (on) => context.change({ closed: on }) });
  const trim = el("button", { type: "button", text: "Trim", onclick: () => void trimBoard() });
  const leaperId = freshId("leaper");
  const wrongLeaper = el("p", { class: "wrong", role: "status", id: `${leaperId}-wrong` });
  const leaper = el("input", {
    id: leaperId, type: "text", size: 6, maxlength: 6, autocomplete: "off", "aria-describedby": wrongLeaper.id,
    onchange: takeLeaper,
  }); // prettier-ignore
  const file = el("button", { type: "button", text: "Download the board", onclick: () => saveBoard(board) });
  const library = makeLibrary({ context, onBoard: take, file });
  const panel = el("div", { class: "shapes-panel" },
    verdict.element, closed.element,
    el("div", { class: "shapes-trim" }, trim,
      el("span", { class: "note", text: "Remove as few squares as possible so that there is a tour." })), note,
    library.element,
    el("details", { class: "shapes-more" }, el("summary", { text: "Advanced" }),
      el("div", { class: "field" }, el("label", { for: leaperId, text: "Leaper: how far the piece jumps" }), leaper, wrongLeaper),
      el("p", { class: "note", text: "The knight is 1,2. The giraffe is 1,4 and the zebra 2,3." }))); // prettier-ignore

  const sides = () => ({ rows: board.rows, cols: board.cols });
  const isTooLarge = () => board.area > MOST_LINKED;

  // -- painting --------------------------------------------------------------------------------------

  const maskNow = () => stroke?.mask ?? board.holes ?? new Uint8Array(board.area);

  /** @param {number} n @param {"begin" | "go" | "end"} phase */
  function paint(n, phase) {
    if (isTooLarge()) return say(TOO_LARGE);
    if (phase === "begin") stroke = { mask: maskNow(), makeHoles: !isHole(board, n) };
    if (!stroke) return;
    if (phase !== "end") {
      stroke.mask = painted(stroke.mask, imagesOf(board, n, symmetry), stroke.makeHoles);
      present(makeBoard({ ...sides(), holes: stroke.mask, leaper: board.leaper }));
      return;
    }
    const { mask } = stroke;
    stroke = null;
    take(makeBoard({ ...sides(), holes: mask, leaper: board.leaper }));
  }

  function toggle(n) {
    if (isTooLarge()) return say(TOO_LARGE);
    const makeHoles = !isHole(board, n);
    const mask = painted(maskNow(), imagesOf(board, n, symmetry), makeHoles);
    take(makeBoard({ ...sides(), holes: mask, leaper: board.leaper }));
    context.announce(`${nameOf(board, n)} is now ${makeHoles ? "a hole" : "a square"}.`);
  }

  function take(next) {
    library.halt();
    say("");
    context.change({ board: next });
  }

  /** Show a board, finished or not. */
  function present(next) {
    board = next;
    view.setBoard(board);
    verdict.show(board, context.view.closed);
    full.disabled = !board.holes;
    trim.disabled = !canAskAbout(board);
    trim.title = trim.disabled ? `Boards of up to ${grouped(MOST_ASKED)} squares can be trimmed.` : "";
  }

  function draw() {
    view.draw({ path: [], marks, cellLabel });
  }

  function cellLabel(n) {
    const words = marks.get(n)?.words;
    return [nameOf(board, n), isHole(board, n) ? "hole" : "square", words].filter(Boolean).join(", ");
  }

  // -- other actions ---------------------------------------------------------------------------------

  function say(text) {
    note.textContent = text;
    context.announce(text);
  }

  async function trimBoard() {
    if (trimming) return trimming.controller.abort();
    const mine = new AbortController();
    trimming = { key: board.key, controller: mine };
    trim.textContent = "Cancel";
    say("Trimming…");
    try {
      const body = { ...boardFields(board), closed: context.view.closed, trim: true, form: "moves" };
      const answer = await context.api.ask("solve", body, { signal: mine.signal });
      const { found, reason, removed, minimal } = answer.trimmed;
      if (!found) say(sentence(reason));
      else {
        const count = removed.length;
        trimming = null; // its own board does not cancel it
        take(boardFromFields(answer.board, [...board.leaper]));
        const proof = minimal ? "That is proved to be the fewest." : "Fewer may be enough.";
        say(count ? `Removed ${several(count, "square")}. ${proof}` : "There is a tour already: nothing was removed.");
      }
    } catch (error) {
      const isLost = error.status === 0;
      const lost = "Trimming needs the server, which is not responding.";
      say(mine.signal.aborted ? "Cancelled." : isLost ? lost : sentence(error.message));
    } finally {
      trimming = null;
      trim.textContent = "Trim";
    }
  }

  function takeLeaper() {
    const found = parseLeaper(leaper.value);
    const isWrong = found === null;
    const wrong = `“${leaper.value}” is not a leaper: type two whole numbers up to 60, not both 0, such as 2,3.`;
    wrongLeaper.textContent = isWrong ? wrong : "";
    if (isWrong) leaper.setAttribute("aria-invalid", "true");
    else leaper.removeAttribute("aria-invalid");
    if (!isWrong) take(makeBoard({ ...sides(), holes: board.holes, leaper: found }));
  }

  function finish() {
    const from = context.view.params.from;
    context.go(from in RETURN ? from : "explore");
  }

  return {
    stage,
    tabs: { shapes: { label: "Shapes", element: panel } },
    show(shown) {
      stroke = null;
      view.setPaint(true);
      present(shown.board);
      closed.input.checked = shown.closed;
      leaper.value = shown.board.leaper.join(",");
      done.textContent = RETURN[shown.params.from] ?? "Find a tour";
      if (trimming && trimming.key !== board.key) trimming.controller.abort();
      if (isTooLarge()) note.textContent = TOO_LARGE;
      else if (note.textContent === TOO_LARGE) note.textContent = "";
      library.load();
    },
    hide() {
      verdict.halt();
      library.halt();
      trimming?.controller.abort();
      note.textContent = "";
    },
    retry() {
      library.load();
      verdict.show(board, context.view.closed);
    },
    rename: () => view.renameSquares(),
  };
}
