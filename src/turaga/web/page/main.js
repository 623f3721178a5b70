/** Starts the page: reads the link, shows a mode, and keeps the browser's history. */

import * as api from "./core/api.js";
import { makeBoardBar } from "./core/boardbar.js";
import { announce, warn } from "./core/messages.js";
import { currentOptions, limitsOf, startWatchingServer } from "./core/server.js";
import { sizeName } from "./core/names.js";
import { makePanel } from "./core/panel.js";
import * as settings from "./core/settings.js";
import { makeSettingsMenu } from "./core/settingsmenu.js";
import { changed, differOnlyInParams, FIRST_VIEW, linkOf, readLink, unlinkedHoles } from "./core/view.js";
import { strangeLink } from "./core/words.js";

/** How the modules of the modes are loaded: when they are first shown. */
const LOADERS = {
  explore: () => import("./explore/explore.js"),
  play: () => import("./play/play.js"),
  compare: () => import("./compare/compare.js"),
  map: () => import("./map/map.js"),
  count: () => import("./count/count.js"),
  gallery: () => import("./gallery/gallery.js"),
  shapes: () => import("./shapes/shapes.js"),
};
const TITLES = {
  explore: "Explore", play: "Play", compare: "Compare", map: "Map", count: "Count", gallery: "Gallery",
  shapes: "Shapes",
}; // prettier-ignore
const LINK_WAIT = 200; // milliseconds, because browsers reject addresses that change too often

const stage = document.getElementById("stage");
const main = document.getElementById("main");
const made = {}; // the modes that have been shown, by name
let view = FIRST_VIEW;
let current = null; // the mode on the screen
let tries = 0; // to tell whether the user has gone elsewhere while a mode was loading

// -- links and history ------------------------------------------------------------------------------

let toWrite = null; // the link that is waiting to be written
let writing = 0;
let written = -LINK_WAIT;
let hashSeen = null; // the hash that was read or written last
let strange = { given: {}, wrong: [] }; // what is not valid in the link that was read last

/** What an entry of the history has besides its link. */
const stateOf = () => ({ holes: unlinkedHoles(view) });

/** Write the waiting link to the address bar now. */
function writeLink() {
  clearTimeout(writing);
  // If the user has followed another link, leave that alone: `hashchange` fires a moment later.
  if (toWrite === null || location.hash !== hashSeen) return;
  history.replaceState(stateOf(), "", toWrite);
  hashSeen = location.hash;
  toWrite = null;
  written = performance.now();
}

/** Put the view into the address bar, as a new entry of the history or in place of the last. */
function keepLink(push) {
  clearTimeout(writing);
  const link = linkOf(view);
  if (push && link !== location.hash) {
    writeLink();
    toWrite = null;
    history.pushState(stateOf(), "", link);
    hashSeen = location.hash;
    return;
  }
  toWrite = link;
  writing = setTimeout(writeLink, Math.max(0, written + LINK_WAIT - performance.now()));
}

/** Change the view. A change of more than the mode's own parameters is a new entry in the history. */
function change(changes, { push = null } = {}) {
  const before = view;
  const next = changed(view, changes);
  const isNew = push ?? !differOnlyInParams(before, next);
  view = next;
  if (isNew && strange.wrong.length) nameWrong({}, []);
  keepLink(isNew);
  void present(before, true);
}

function readHash() {
  toWrite = null; // it belongs to the previous view
  hashSeen = location.hash;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  const before = view;
  const read = readLink(location.hash, view, limitsOf(), history.state?.holes);
  view = read.view;
  nameWrong(read.given, read.wrong);
  if (location.hash !== linkOf(view)) keepLink(false);
  void present(before);
}

/** Warn that a link has parameters that are not valid; without any, the last warning is hidden. */
function nameWrong(given, wrong) {
  strange = { given, wrong };
  warn(strangeLink(given, wrong, limitsOf()));
}

// -- modes ------------------------------------------------------------------------------------------

const context = {
  api,
  settings,
  announce,
  warn,
  /** Warn that these parameters of the link are not valid, besides those that are named already. */
  warnOfLink(given, wrong) {
    nameWrong({ ...given, ...strange.given }, [...new Set([...strange.wrong, ...wrong])]);
  },
  change,
  get view() {
    return view;
  },
  get options() {
    return currentOptions();
  },
  /** Show another mode, with the same board. */
  go: (mode, changes = {}) => change({ mode, params: {}, ...changes }),
  /** The address of the current view. */
  link() {
    writeLink();
    return location.href;
  },
  openTab: (name) => panel.open(name),
};

const bar = makeBoardBar({
  limits: limitsOf,
  onBoard: (board) => change({ board }),
  onShapes: () => context.go("shapes", { params: { from: view.mode === "shapes" ? (view.params.from ?? "explore") : view.mode } }),
});
const panelElement = document.getElementById("panel");
panelElement.append(bar.element);
const panel = makePanel(panelElement);

/** Show the view. @param {import("./core/view.js").View} before @param {boolean} [isChosen] whether the visitor has just
 * chosen it on the page, and it does not come from a link or the history */
async function present(before, isChosen = false) {
  const mine = ++tries;
  const { mode } = view;
  showMode(mode);
  bar.show(view.board);
  panel.nameBoard(sizeName(view.board));
  let module = made[mode];
  if (!module) {
    try {
      const { make } = await LOADERS[mode]();
      module = made[mode] ??= make(context);
    } catch (error) {
      if (mine === tries) warn("This part of the page could not be loaded. Try again when the server responds.");
      throw error;
    }
    if (mine !== tries) return; // the user has gone elsewhere in the meantime
  }
  const isOther = current !== mode;
  if (isOther) {
    if (current) made[current].hide();
    stage.replaceChildren(module.stage);
    stage.dataset.mode = mode;
    panel.show(mode, module.tabs ?? {});
    if (current) announce(TITLES[mode]);
    current = mode;
  }
  module.show(view, isOther ? null : before, isChosen);
}

function showMode(mode) {
  document.documentElement.dataset.mode = mode;
  document.title = `${TITLES[mode]} · Knight’s tours`;
  const title = document.getElementById("mode-title"); // for screen readers; the gallery has its own
  title.textContent = TITLES[mode];
  title.hidden = mode === "gallery";
  for (const link of document.querySelectorAll(".modes a")) {
    if (link.getAttribute("href") === `#${mode}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

// -- starting ---------------------------------------------------------------------------------------

document.querySelector(".modes").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault(); // the link names only the mode: keep the board, and write the whole view
  const mode = link.getAttribute("href").slice(1);
  if (mode !== view.mode) context.go(mode);
});

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the hash is the view
  (stage.querySelector(".cell[tabindex='0'], [role=grid][tabindex='0']") ?? main).focus();
});

document.getElementById("warning-close").addEventListener("click", () => warn(""));
settings.readSettings();
document.getElementById("settings").append(makeSettingsMenu());
settings.onSetting((name) => {
  if (name !== "notation" || !current) return;
  made[current].rename?.();
  made[current].show(view, null); // with the other names
});

window.addEventListener("hashchange", () => {
  if (location.hash !== hashSeen) readHash();
});
window.addEventListener("pagehide", writeLink);
startWatchingServer({
  onOptions() {
    for (const mode of Object.values(made)) mode.retry?.();
  },
});
readHash();
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(() => {}); // a reload then needs the server
}
