/** Reads and writes the link of a view: the mode and its parameters after the #. Pure functions. */

/**
 * The mode and the parameters in a hash. If it names no known mode, the first one.
 * @param {string} hash
 * @param {string[]} modes
 * @returns {{mode: string, params: Record<string, string>}}
 */
export function parseLink(hash, modes) {
  const [name, ...rest] = hash.replace(/^#/, "").split("?");
  const params = Object.fromEntries(new URLSearchParams(rest.join("?")));
  return { mode: modes.includes(name) ? name : modes[0], params };
}

/**
 * The hash of a mode with its parameters; those that are null, undefined, false or "" are left out.
 * @param {string} mode
 * @param {Record<string, string | number | boolean | null | undefined>} params
 */
export function makeLink(mode, params) {
  const parts = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "")
    .map(([name, value]) => `${name}=${plain(value === true ? "1" : String(value))}`);
  return parts.length ? `#${mode}?${parts.join("&")}` : `#${mode}`;
}

/**
 * The names of the parameters that are present but not valid.
 * @param {Record<string, string>} params
 * @param {Record<string, (text: string) => boolean>} tests for each name, whether a text is valid
 * @returns {string[]}
 */
export function invalidIn(params, tests) {
  return Object.keys(tests).filter((name) => params[name] !== undefined && !tests[name](params[name]));
}

/** Whether a text is a number of at least 1, as steps and speeds are. */
export function isFromOne(text) {
  return Number(text) >= 1 && Number.isFinite(Number(text));
}

/** Escape a value, but keep the commas and colons of squares and rules readable. */
function plain(text) {
  return encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3A/g, ":");
}
