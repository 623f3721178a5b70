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
const LINK_WAIT = 200; // milliseconds: browsers refuse an address that changes too often

/** What is known of the server before it has answered once: boards as the page offers them, no systems. */
const UNKNOWN = { version: "", limits: {}, systems: [], methods: [] };

const made = {}; // modes shown once, by name
let current = null;
let options = UNKNOWN;

// -- what modes are given ---------------------------------------------------------------------------

let toWrite = null; // the address that waits to be written
let writing = 0;
let written = -LINK_WAIT;
let hashSeen = null; // the hash that was routed or written last

/** Let the address be what it is to be, now. */
function writeLink() {
  clearTimeout(writing);
  // Who has gone elsewhere is not called back: the browser tells of that a moment later.
  if (toWrite === null || location.hash !== hashSeen) return;
  history.replaceState(null, "", toWrite);
  hashSeen = location.hash;
  toWrite = null;
  written = performance.now();
}

function makeContext(mode) {
  return {
    api,
    get options() {
      return options;
    },
    /** Let the address say what is seen; the browser's history keeps one entry for a mode. */
    setLink(params) {
      if (current !== mode) return;
      clearTimeout(writing);
      toWrite = makeLink(mode, params);
      writing = setTimeout(writeLink, Math.max(0, written + LINK_WAIT - performance.now()));
    },
    /** The address of what is seen now. */
    link() {
      writeLink();
      return location.href;
    },
    announce,
    warn,
  };
}

const announcer = document.getElementById("announcer");

let toSay = [];

/** Have a screen reader say something now; what is said twice must change to be heard twice. */
function announce(text) {
  if (!text) return;
  if (!toSay.length) queueMicrotask(say); // what is said of one deed is said in one go
  if (!toSay.includes(text)) toSay.push(text);
}

function say() {
  const text = toSay.map((words) => (/[.!?…]$/.test(words) ? words : `${words}.`)).join(" ");
  toSay = [];
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

const warning = document.getElementById("warning");

/** Say something that a person should know of, until they have seen it; "" when it is no longer so. */
function warn(text) {
  document.getElementById("warning-words").textContent = text;
  announce(text);
  letGo(warning, !text);
}

/** Show or hide a bar; the focus is not lost with it. */
function letGo(bar, hide) {
  const hadFocus = bar.contains(document.activeElement);
  bar.hidden = hide;
  if (hide && hadFocus) document.getElementById("main").focus();
}

document.getElementById("warning-shut").addEventListener("click", () => warn(""));

// -- routes -----------------------------------------------------------------------------------------

function route() {
  const { mode, params } = parseLink(location.hash, NAMES);
  toWrite = null; // it was of what is left now
  hashSeen = location.hash;
  warn("");
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
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
  // The hash is a route, and not the place of the section it names.
  if (current !== mode) window.scrollTo(0, 0);
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
  letGo(away, reached);
  if (reached) {
    announce("The server answers again.");
    void readOptions(); // and then the modes ask again what they could not
  } else {
    announce(AWAY);
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
  if (!isOptions(options)) options = UNKNOWN;
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
    return isOptions(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Whether this can be what a server said of itself: what is kept may be damaged, or another's. */
function isOptions(said) {
  const { limits, systems, version } = said ?? {};
  const isNumber = (one) => Number.isFinite(Number(one));
  const isLimits = limits && typeof limits === "object" && Object.values(limits).every(isNumber);
  const areSystems =
    Array.isArray(systems) && systems.every((one) => one && typeof one.name === "string" && one.rule);
  return Boolean(isLimits && areSystems && typeof version === "string");
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
