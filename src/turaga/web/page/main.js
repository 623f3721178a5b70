/** The page: which mode is visible, what the modes share, and a message if the server does not respond. */

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
const STORED_OPTIONS = "turaga-options";
const TRY_AGAIN = 4000; // milliseconds between attempts to reach a server that does not respond
const OPTIONS_WAIT = 800;
const LINK_WAIT = 200; // milliseconds, because browsers reject addresses that change too often

/** The options before the server has responded for the first time: default limits and no systems. */
const DEFAULT_OPTIONS = { version: "", limits: {}, systems: [], methods: [] };

const made = {}; // the modes that have been shown, by name
let current = null;
let options = DEFAULT_OPTIONS;

// -- the context of a mode --------------------------------------------------------------------------

let toWrite = null; // the link that is waiting to be written
let writing = 0;
let written = -LINK_WAIT;
let hashSeen = null; // the hash that was routed or written last

/** Write the waiting link to the address bar now. */
function writeLink() {
  clearTimeout(writing);
  // If the user has followed another link, leave that alone: `hashchange` fires a moment later.
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
    /** Set the link of the current view. The browser's history has one entry for each visit of a mode. */
    setLink(params) {
      if (current !== mode) return;
      clearTimeout(writing);
      toWrite = makeLink(mode, params);
      writing = setTimeout(writeLink, Math.max(0, written + LINK_WAIT - performance.now()));
    },
    /** The link of the current view. */
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

/** Let a screen reader say something. A text that is repeated must change in order to be heard again. */
function announce(text) {
  if (!text) return;
  if (!toSay.length) queueMicrotask(say); // announcements of one action are joined
  if (!toSay.includes(text)) toSay.push(text);
}

function say() {
  const text = toSay.map((words) => (/[.!?…]$/.test(words) ? words : `${words}.`)).join(" ");
  toSay = [];
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

const warning = document.getElementById("warning");

/** Show a warning until the user closes it. An empty text hides it. */
function warn(text) {
  document.getElementById("warning-text").textContent = text;
  announce(text);
  showBar(warning, !text);
}

/** Show or hide a bar, without losing the focus. */
function showBar(bar, hide) {
  const hadFocus = bar.contains(document.activeElement);
  bar.hidden = hide;
  if (hide && hadFocus) document.getElementById("main").focus();
}

document.getElementById("warning-close").addEventListener("click", () => warn(""));

// -- routes -----------------------------------------------------------------------------------------

function route() {
  const { mode, params } = parseLink(location.hash, NAMES);
  toWrite = null; // it belongs to the previous view
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
  // The hash is a route: do not scroll to the section with that id.
  if (current !== mode) window.scrollTo(0, 0);
  current = mode;
  made[mode] ??= MODES[mode].make(section, makeContext(mode));
  made[mode].show(params);
}

// -- when the server does not respond ---------------------------------------------------------------

const away = document.getElementById("away");
let trying = 0;

api.onReach((reached) => {
  clearInterval(trying);
  document.getElementById("away-text").textContent = reached ? "" : AWAY;
  showBar(away, reached);
  if (reached) {
    announce("The server is responding again.");
    void readOptions(); // after that, the modes repeat the requests that failed
  } else {
    announce(AWAY);
    trying = setInterval(tryServer, TRY_AGAIN);
  }
});

/** Send a small request; `onReach` is called if the server responds. */
async function tryServer() {
  try {
    await api.ask("options");
  } catch {
    // Still no response, or the server is busy: there will be another attempt.
  }
}

document.getElementById("away-retry").addEventListener("click", () => void tryServer());

// -- starting ---------------------------------------------------------------------------------------

async function readOptions() {
  try {
    options = await api.ask("options");
  } catch {
    return; // no response: use the options from last time
  }
  if (!isOptions(options)) options = DEFAULT_OPTIONS;
  showVersion();
  storeOptions();
  for (const mode of Object.values(made)) mode.retry?.();
}

function showVersion() {
  document.getElementById("version").textContent = options.version && `Turaga ${options.version}`;
}

function storeOptions() {
  try {
    localStorage.setItem(STORED_OPTIONS, JSON.stringify(options));
  } catch {
    // The browser does not store anything: the next visit requests them again.
  }
}

/** The options that the server sent last time. */
function storedOptions() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED_OPTIONS) ?? "null");
    return isOptions(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Whether these are valid options: stored data may be damaged or come from another program. */
function isOptions(data) {
  const { limits, systems, version } = data ?? {};
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
// If the server is slow, show the page with the options from last time.
options = storedOptions() ?? DEFAULT_OPTIONS;
showVersion();
await Promise.race([readOptions(), new Promise((resolve) => setTimeout(resolve, OPTIONS_WAIT))]);
route();
if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/sw.js", { scope: "/" }).catch(() => {});
}
