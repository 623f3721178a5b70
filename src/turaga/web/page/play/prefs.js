/** What a player prefers to see, kept in the browser. */

const KEY = "turaga:play";
const USUAL = { numbers: true, lines: true, degrees: false, helped: false };

/** @typedef {typeof USUAL} Prefs  `helped`: whether the help was closed */

/** The preferences, as they were kept. @returns {Prefs} */
export function readPrefs() {
  const prefs = { ...USUAL };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const name of Object.keys(USUAL)) if (typeof kept?.[name] === "boolean") prefs[name] = kept[name];
  } catch {
    // damaged, or the browser does not store anything
  }
  return prefs;
}

/** Keep the preferences. @param {Prefs} prefs */
export function keepPrefs(prefs) {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // The browser does not store anything: they last for this visit.
  }
}
