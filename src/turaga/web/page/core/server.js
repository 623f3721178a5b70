/**
 * What the page knows about the server: its options and limits, whether it responds, and whether it is still
 * being prepared (its kernels are compiled once after installation).
 */

import { SYSTEMS } from "../walk/systems.js";
import * as api from "./api.js";
import { announce, showBar } from "./messages.js";
import { AWAY } from "./words.js";

const STORED = "turaga-options";
const TRY_AGAIN = 4000; // milliseconds between attempts to reach a server that does not respond
const STATUS_AGAIN = 700; // milliseconds between two looks at the preparation
const FIRST_LOOK = 400; // a prepared server is ready before that

/** The options before the server has responded for the first time: default limits, and the published systems. */
const DEFAULTS = { version: "", limits: {}, systems: SYSTEMS, methods: [] };
const MOST_SIDE = 1000;

let options = DEFAULTS;
let onOptions = () => {};
const waiters = new Set(); // called when the preparation has made progress

/** The options of the server. */
export function currentOptions() {
  return options;
}

/** The largest board: side, and rows * columns. */
export function limitsOf() {
  const { most_side: most = MOST_SIDE, most_area: area = most * most } = options.limits;
  return { most, area };
}

/** The state of the preparation: null if the server is ready or does not respond.
 * @type {{done: number, total: number, what: string} | null} */
let preparation = null;

/** How far the preparation is; null if there is none. */
export function preparing() {
  return preparation;
}

/** Call `watcher` whenever the preparation has made progress or has ended. Returns a function that stops it.
 * @param {() => void} watcher */
export function onPreparing(watcher) {
  waiters.add(watcher);
  return () => waiters.delete(watcher);
}

const element = (id) => document.getElementById(id);
let trying = 0;

/** Ask for the options, and watch the connection from now on. `onOptions` is called when the options have
 * arrived, and when the server responds again. */
export function startWatchingServer(how) {
  onOptions = how.onOptions;
  options = storedOptions() ?? DEFAULTS;
  api.onReach((reached) => {
    clearInterval(trying);
    element("away-text").textContent = reached ? "" : AWAY;
    showBar(element("away"), !reached);
    if (reached) {
      announce("The server is responding again.");
      void readOptions(); // after that, the modes repeat the requests that failed
      void watchPreparation();
    } else {
      announce(AWAY);
      trying = setInterval(tryServer, TRY_AGAIN);
    }
  });
  element("away-retry").addEventListener("click", () => void tryServer());
  void readOptions();
  setTimeout(() => void watchPreparation(), FIRST_LOOK);
}

/** Send a small request; `onReach` is called if the server responds. */
async function tryServer() {
  try {
    await api.ask("options");
  } catch {
    // Still no response, or the server is busy: there will be another attempt.
  }
}

async function readOptions() {
  let found;
  try {
    found = await api.ask("options");
  } catch {
    return; // no response: use the options from last time
  }
  options = isOptions(found) ? found : DEFAULTS;
  try {
    localStorage.setItem(STORED, JSON.stringify(options));
  } catch {
    // The browser does not store anything: the next visit requests them again.
  }
  onOptions();
}

async function watchPreparation() {
  for (;;) {
    let status;
    try {
      status = await api.ask("status");
    } catch {
      status = { ready: true }; // no response: that has its own message
    }
    const isReady = status.ready !== false;
    const isFirstRun = !isReady && status.first_run; // otherwise it is ready in a moment
    const had = preparation !== null;
    preparation = isFirstRun ? { done: status.done, total: status.total, what: status.what } : null;
    for (const waiter of waiters) waiter();
    if (isReady) {
      showBar(element("preparing"), false);
      if (had) announce("The solver is ready.");
      return;
    }
    showBar(element("preparing"), isFirstRun);
    element("preparing-text").textContent = `${status.what}: ${status.done} of ${status.total}`;
    element("preparing-bar").value = status.total ? status.done / status.total : 0;
    await new Promise((done) => setTimeout(done, STATUS_AGAIN));
  }
}

/** The options that the server sent last time. */
function storedOptions() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? "null");
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
    Array.isArray(systems) && systems.length && systems.every((one) => typeof one?.name === "string" && typeof one.rule === "string");
  return Boolean(isLimits && areSystems && typeof version === "string");
}
