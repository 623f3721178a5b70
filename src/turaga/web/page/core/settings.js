/**
 * What a visitor prefers, whatever the view: theme, notation of squares, and sound. Kept in the browser.
 * `theme.js` sets the theme before the first paint.
 */

import { setNotation } from "./names.js";

const KEY = "turaga:settings";
const CHOICES = {
  theme: ["system", "light", "dark"],
  notation: ["chess", "pairs"],
  sound: ["off", "on"],
};

/** @type {Record<string, string>} */
let now = {};
const watchers = new Set();
const media = window.matchMedia("(prefers-color-scheme: dark)");

/** The setting with this name. @param {"theme" | "notation" | "sound"} name */
export function setting(name) {
  return now[name] ?? CHOICES[name][0];
}

/** Change a setting, and keep it. @param {"theme" | "notation" | "sound"} name @param {string} value */
export function choose(name, value) {
  now = { ...now, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // The browser does not store anything: the choice lasts for this visit.
  }
  apply(name);
}

/** Call `watcher` with the name of a setting that has changed. @param {(name: string) => void} watcher */
export function onSetting(watcher) {
  watchers.add(watcher);
}

/** Whether dark colours are shown now. */
export function isDark() {
  const theme = setting("theme");
  return theme === "dark" || (theme === "system" && media.matches);
}

/** Whether the visitor wants less motion. */
export function prefersStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function apply(name) {
  if (name === "notation") setNotation(/** @type {any} */ (setting("notation")));
  if (name === "theme") themeChanged();
  for (const watcher of watchers) watcher(name);
}

/** Show the theme. Boards on a canvas listen for the event, and paint themselves again. */
function themeChanged() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    meta.setAttribute("content", getComputedStyle(document.documentElement).getPropertyValue("--paper").trim());
  }
  document.dispatchEvent(new Event("themechange"));
}

/** Read the settings that were kept. */
export function readSettings() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const [name, choices] of Object.entries(CHOICES)) {
      if (choices.includes(kept?.[name])) now[name] = kept[name];
    }
  } catch {
    now = {}; // damaged, or the browser does not store anything
  }
  setNotation(/** @type {any} */ (setting("notation")));
  media.addEventListener("change", themeChanged);
  // Paper is light.
  window.addEventListener("beforeprint", () => (document.documentElement.dataset.theme = "light"));
  window.addEventListener("afterprint", themeChanged);
}
