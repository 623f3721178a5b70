/** The tab "Share": a link to the view, and the walk as a picture or a file. */

import { checkBox, debounce, el, freshId, radios } from "../core/dom.js";
import { sentence } from "../core/words.js";
import { drawFields, fileName, numberGrid, save, walkJson } from "./files.js";
import { makeCopyLink } from "./link.js";

const STYLES = [["board", "Board"], ["line", "Line only"], ["squares", "Squares"]]; // prettier-ignore
const THEMES = [["light", "Light"], ["dark", "Dark"], ["print", "Print"]]; // prettier-ignore
const SIZES = [512, 1024, 2048, 4096]; // pixels of a PNG
const USUAL_SIZE = 1024;
const MOST_PREVIEWED = 3600; // squares
const PREVIEW_WAIT = 250; // milliseconds after the last change

const FILES = [
  ["svg", "SVG", "a drawing that stays sharp at any size"],
  ["png", "PNG", "a picture"],
  ["gif", "GIF", "an animation of the walk"],
  ["text", "Text", "a number grid"],
  ["json", "JSON", "all data about the walk"],
];

/**
 * @param {{context: any, getWalk: () => import("./files.js").Walk | null,
 *   getLook?: () => {numbers?: boolean, colour?: string}, getLink?: () => string}} how
 *   `getWalk` returns the whole walk, or null if there is none. `getLook` says how the board shows it now; the
 *   user can choose otherwise here. `getLink` returns the link to copy.
 */
export function makeShare({ context, getWalk, getLook = () => ({}), getLink = () => context.link() }) {
  const { api } = context;
  const chosen = { style: "board", theme: /** @type {string | null} */ (null), size: USUAL_SIZE };
  let own = {}; // the switches that the user has changed here
  let isOpen = false;

  const link = makeCopyLink(context, { getLink, instead: "To show the tour to others, send them a file." });

  // -- the picture -----------------------------------------------------------------------------------

  const styles = radios("Style", STYLES, (value) => change({ style: value }));
  const themes = radios("Colours", THEMES, (value) => change({ theme: value }));
  const numbers = checkBox("Numbers", { onchange: (on) => changeOwn({ numbers: on }) });
  const steps = checkBox("Colour by step", { onchange: (on) => changeOwn({ colour: on ? "steps" : "plain" }) });
  const arrows = checkBox("Arrows", { onchange: (on) => changeOwn({ arrows: on }) });
  const sizeId = freshId("pixels");
  const size = el("select", { id: sizeId, onchange: () => (chosen.size = Number(size.value)) },
    ...SIZES.map((pixels) =>
      el("option", { value: pixels, text: `${pixels} pixels`, selected: pixels === USUAL_SIZE }))); // prettier-ignore
  const preview = el("img", { class: "share-preview", alt: "Preview of the picture", hidden: true });
  const buttons = FILES.map(([format, label, what]) =>
    el("button", {
      type: "button", class: "file", title: `${label}: ${what}`, text: label, "data-format": format,
      onclick: () => void take(format),
    }), // prettier-ignore
  );
  const note = el("p", { class: "note" });
  const cancel = el("button", { type: "button", class: "quiet", text: "Cancel", hidden: true, onclick: () => drawing?.abort() });
  /** @type {AbortController | null} */
  let drawing = null; // the file that is on its way
  const printButton = el("button", { type: "button", text: "Print the board", onclick: () => window.print() });

  const element = el("div", { class: "share" },
    link.element,
    el("section", { class: "share-part", "aria-label": "Download" },
      el("h3", { text: "Download" }),
      el("div", { class: "files" }, ...buttons),
      el("div", { class: "file-note" }, note, cancel),
      preview,
      styles.element,
      el("div", { class: "share-switches" }, numbers.element, steps.element, arrows.element),
      themes.element,
      el("div", { class: "field" }, el("label", { for: sizeId, text: "PNG size" }), size)),
    el("section", { class: "share-part" }, printButton)); // prettier-ignore

  function change(changes) {
    Object.assign(chosen, changes);
    show();
  }

  function changeOwn(changes) {
    own = { ...own, ...changes };
    show();
  }

  /** How the picture looks, in the fields of /draw. */
  function look() {
    const { numbers: wanted = false, colour = "steps", arrows: directed = false } = { ...getLook(), ...own };
    const theme = chosen.theme ?? (context.settings.isDark() ? "dark" : "light");
    const { style } = chosen;
    return { numbers: wanted, colour, style, theme, ...(directed && style !== "squares" ? { arrows: true } : {}) };
  }

  function show() {
    const now = look();
    styles.set(now.style);
    themes.set(now.theme);
    numbers.input.checked = now.numbers;
    steps.input.checked = now.colour === "steps";
    arrows.input.checked = Boolean(now.arrows);
    arrows.input.disabled = now.style === "squares";
    const walk = getWalk();
    for (const button of buttons) button.disabled = !walk;
    note.textContent = walk ? "" : "There is no tour to download.";
    link.refresh();
    previewSoon();
  }

  const previewSoon = debounce(() => void showPreview(), PREVIEW_WAIT);
  /** @type {AbortController | null} */
  let pending = null;

  /** Draw the picture in small. Without the server there is none, and nothing else is missing. */
  async function showPreview() {
    pending?.abort();
    const walk = getWalk();
    if (!isOpen || !element.checkVisibility() || !walk || walk.board.area > MOST_PREVIEWED) {
      preview.hidden = true;
      return;
    }
    const mine = (pending = new AbortController());
    try {
      const blob = await api.file("draw", { ...drawFields(walk), format: "svg", ...look() }, { signal: mine.signal });
      const before = preview.src;
      preview.src = URL.createObjectURL(new Blob([blob], { type: "image/svg+xml" }));
      preview.hidden = false;
      if (before) URL.revokeObjectURL(before);
    } catch {
      if (!mine.signal.aborted) preview.hidden = true;
    }
  }

  new IntersectionObserver((entries) => {
    const isSeen = entries.some(({ isIntersecting }) => isIntersecting);
    if (isSeen && !isOpen) previewSoon();
    isOpen = isSeen;
  }).observe(element);

  // -- files -----------------------------------------------------------------------------------------

  /** @param {string} format */
  async function take(format) {
    const walk = getWalk();
    if (!walk) return;
    drawing?.abort();
    const mine = (drawing = new AbortController());
    const button = buttons.find((each) => each.dataset.format === format);
    button.setAttribute("aria-busy", "true");
    const isDrawn = format === "png" || format === "gif";
    note.textContent = isDrawn ? "Drawing…" : "";
    cancel.hidden = !isDrawn;
    try {
      const name = fileName(walk, format === "text" ? "txt" : format);
      save(await fileOf(walk, format, mine.signal), name);
      note.textContent = `Downloaded ${name}.`;
    } catch (error) {
      const lost = "Pictures need the server, which is not responding. Text and JSON do not.";
      if (drawing === mine) note.textContent = mine.signal.aborted ? "Cancelled." : error.status === 0 ? lost : sentence(error.message);
    } finally {
      button.removeAttribute("aria-busy");
      if (drawing === mine) {
        if (document.activeElement === cancel) button.focus();
        cancel.hidden = true;
        context.announce(note.textContent);
      }
    }
  }

  /** Text and JSON are made here; the server draws the pictures. */
  async function fileOf(walk, format, signal) {
    if (format === "json") return new Blob([JSON.stringify(walkJson(walk)), "\n"], { type: "application/json" });
    if (format === "text") return new Blob([numberGrid(walk)], { type: "text/plain" });
    const options = look();
    if (format === "png") options.size = chosen.size;
    return api.file("draw", { ...drawFields(walk), format, ...options }, { signal });
  }

  return {
    element,
    /** The walk, the board or the theme has changed. */
    refresh: show,
  };
}
