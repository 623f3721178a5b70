/**
 * The panel beside the board: tabs with the elements of the current mode. On a phone it is below the board, and
 * a button opens it as a sheet over the board; another one there names the board, because its fields are in the sheet.
 */

import { el } from "./dom.js";

const LABELS = { explain: "Explain", options: "Options", share: "Share" };

/** @param {HTMLElement} root the panel; it contains the board bar already */
export function makePanel(root) {
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": "Panel" });
  const body = el("div", { class: "tab-bodies" });
  const grip = el("button", {
    type: "button", class: "sheet-grip", "aria-expanded": "false", "aria-label": "Enlarge the panel",
    onclick: () => enlarge(!root.classList.contains("enlarged")),
  }); // prettier-ignore
  root.prepend(grip);
  const board = el("button", { type: "button", class: "sheet-board", onclick: () => (enlarge(true), grip.focus()) });
  root.append(el("div", { class: "tab-row" }, list, board), body);
  /** @type {Map<string, {tab: HTMLElement, page: HTMLElement}>} */
  let shown = new Map();
  const opened = {}; // for each mode: the tab that is open
  let mode = "";

  function enlarge(on) {
    root.classList.toggle("enlarged", on);
    grip.setAttribute("aria-expanded", String(on));
    grip.setAttribute("aria-label", on ? "Make the panel smaller" : "Enlarge the panel");
  }

  function open(name, { focus = false } = {}) {
    if (!shown.has(name)) return;
    opened[mode] = name;
    for (const [each, { tab, page }] of shown) {
      const isOpen = each === name;
      tab.setAttribute("aria-selected", String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      page.hidden = !isOpen;
    }
    body.scrollTop = 0;
    if (focus) shown.get(name).tab.focus();
  }

  /** Open a tab by a click. On a phone, forms need the whole sheet, and the explanation belongs to the board. */
  function choose(name) {
    enlarge(name === "explain" ? name === opened[mode] && !root.classList.contains("enlarged") : true);
    open(name);
  }

  document.addEventListener("pointerdown", (event) => {
    if (!root.contains(/** @type {Node} */ (event.target))) enlarge(false);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !root.classList.contains("enlarged")) return;
    enlarge(false);
    if (getComputedStyle(grip).display !== "none") grip.focus();
  });
  list.addEventListener("keydown", (event) => {
    const names = [...shown.keys()];
    const at = names.indexOf(opened[mode]);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    open(names[(to + names.length) % names.length], { focus: true });
  });

  return {
    /**
     * Show the tabs of a mode.
     * @param {string} name of the mode
     * @param {Record<string, HTMLElement | {label: string, element: HTMLElement}>} tabs
     */
    show(name, tabs) {
      mode = name;
      shown = new Map(
        Object.entries(tabs).map(([key, one]) => {
          const { label, element } = one instanceof HTMLElement ? { label: LABELS[key], element: one } : one;
          const id = `tab-${name}-${key}`;
          const tab = el("button", {
            type: "button", class: "tab", role: "tab", id, "aria-controls": `${id}-page`, text: label,
            onclick: () => choose(key),
          }); // prettier-ignore
          const page = el(
            "div",
            { class: "tab-body", role: "tabpanel", id: `${id}-page`, "aria-labelledby": id, tabindex: 0 },
            element,
          );
          return [key, { tab, page }];
        }),
      );
      list.replaceChildren(...[...shown.values()].map(({ tab }) => tab));
      list.hidden = shown.size < 2;
      body.replaceChildren(...[...shown.values()].map(({ page }) => page));
      open(shown.has(opened[name]) ? opened[name] : [...shown.keys()][0]);
      enlarge(false);
    },
    open,
    /** Name the board. @param {string} name */
    nameBoard(name) {
      board.textContent = name;
      board.setAttribute("aria-label", `Board ${name}: change it`);
    },
  };
}
