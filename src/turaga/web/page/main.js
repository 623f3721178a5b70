/** The page: which mode is shown, what the modes share, and what is said when the server is away. */

import * as api from "./api.js";
import * as compare from "./compare.js";
import * as count from "./count.js";
import { makeLink, parseLink } from "./link.js";
import * as play from "./play.js";
import * as survey from "./survey.js";
import * as watch from "./watch.js";
import { AWAY } from "./words.js";

const MODES = { watch, play, compare, survey, count };
const NAMES = Object.keys(MODES);
const KEPT_OPTIONS = "turaga-options";
const TRY_AGAIN = 4000; // milliseconds between tries to reach a server that is away
const OPTIONS_WAIT = 800;
const LINK_WAIT = 200; // browsers refuse an address that changes too often

/** What is known of the server before it has answered once: boards as the page offers them, no systems. */
const UNKNOWN = { version: "", limits: {}, systems: [], methods: [] };

const made = {}; // modes shown once, by name
let current = null;
let options = UNKNOWN;

// -- what modes are given ---------------------------------------------------------------------------

let writeLink = () => {}; // what the address is still to say
document.addEventListener("click", () => writeLink(), true); // so that "Copy link" copies what is seen

function makeContext(mode) {
  let timer = 0;
  return {
    api,
    get options() {
      return options;
    },
    /** Let the address say what is seen; the browser's history keeps one entry for a mode. */
    setLink(params) {
      clearTimeout(timer);
      writeLink = () => {
        clearTimeout(timer);
        writeLink = () => {};
        if (current === mode) history.replaceState(null, "", makeLink(mode, params));
      };
      timer = setTimeout(writeLink, LINK_WAIT);
    },
    announce,
  };
}

const announcer = document.getElementById("announcer");

/** Have a screen reader say something now; what is said twice must change to be heard twice. */
function announce(text) {
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

// -- routes -----------------------------------------------------------------------------------------

function route() {
  const { mode, params } = parseLink(location.hash, NAMES);
  if (current && current !== mode) {
    made[current].hide();
    document.getElementById(current).hidden = true;
  }
  const section = document.getElementById(mode);
  section.hidden = false;
  for (const link of document.querySelectorAll(".modes a")) {
    if (link.getAttribute("href") === `#${mode}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const heading = section.querySelector("h2").textContent;
  document.title = `${heading} · Turaga`;
  if (current && current !== mode) announce(heading);
  if (current !== mode) window.scrollTo(0, 0); // the hash is a route, and not the place of the section it names
  current = mode;
  made[mode] ??= MODES[mode].make(section, makeContext(mode));
  made[mode].show(params);
}

// -- a server that is away --------------------------------------------------------------------------

const away = document.getElementById("away");
let trying = 0;

api.onReach((reached) => {
  clearInterval(trying);
  document.getElementById("away-words").textContent = reached ? "" : AWAY;
  away.hidden = reached;
  if (reached) {
    announce("The server answers again.");
    void readOptions(); // and then the modes ask again what they could not
  } else {
    trying = setInterval(knock, TRY_AGAIN);
  }
});

/** Ask for something small; `onReach` hears whether there was an answer. */
async function knock() {
  try {
    await api.ask("options");
  } catch {
    // Still away, or too busy to say: the next try will show.
  }
}

document.getElementById("away-retry").addEventListener("click", () => void knock());

// -- the beginning ----------------------------------------------------------------------------------

async function readOptions() {
  try {
    options = await api.ask("options");
  } catch {
    return; // away: what is known stays
  }
  showVersion();
  keepOptions();
  for (const mode of Object.values(made)) mode.retry?.();
}

function showVersion() {
  document.getElementById("version").textContent = options.version && `Turaga ${options.version}`;
}

function keepOptions() {
  try {
    localStorage.setItem(KEPT_OPTIONS, JSON.stringify(options));
  } catch {
    // The browser keeps nothing: the next visit asks again.
  }
}

/** What the server said of itself when it last answered. */
function keptOptions() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT_OPTIONS) ?? "null");
    return kept?.limits instanceof Object && Array.isArray(kept.systems) ? kept : null; // else it is damaged
  } catch {
    return null;
  }
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the hash is the route
  const section = document.getElementById(current);
  (section.querySelector(".cell[tabindex='0']") ?? document.getElementById("main")).focus();
});

window.addEventListener("hashchange", route);
// A server that hesitates does not leave the page empty: it is shown with what was known last time.
options = keptOptions() ?? UNKNOWN;
showVersion();
await Promise.race([readOptions(), new Promise((resolve) => setTimeout(resolve, OPTIONS_WAIT))]);
route();
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(() => {});
}
