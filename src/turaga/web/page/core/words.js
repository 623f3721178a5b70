/** Words that all modes need. Pure functions from values to text. */

/** A whole number with commas between thousands. A number too large for JavaScript is passed as text. */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A count with its noun, singular or plural: "1 square", "5 squares". */
export function several(number, noun) {
  return `${grouped(number)} ${noun}${Number(number) === 1 ? "" : "s"}`;
}

/** A list in words: "a, b and c". */
export function listed(words, last = "and") {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words[words.length - 1]}`;
}

/** The text with a capital letter and a full stop. */
export function sentence(text) {
  const words = text.trim();
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?…]$/.test(words) ? "" : ".");
}

const MOST_QUOTED = 24;

/**
 * The message for a link with parameters that are not valid; "" if all are.
 * @param {Record<string, string>} given
 * @param {string[]} wrong the names of those that are not valid
 */
export function strangeLink(given, wrong) {
  if (!wrong.length) return "";
  const quoted = wrong.map((name) => `${name} “${(given[name] ?? "").slice(0, MOST_QUOTED)}”`);
  const are = wrong.length === 1 ? "a value that is" : "values that are";
  const used = wrong.length === 1 ? "The default is" : "The defaults are";
  return `This link has ${are} not valid: ${listed(quoted)}. ${used} used instead.`;
}

/** A time: "3 ms", "1.2 s", "75 s". @param {number} seconds */
export function showSeconds(seconds) {
  if (seconds < 0.001) return "under 1 ms";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** The message while the server is unreachable. */
export const AWAY = "The server is not responding. Walks by a rule and games still work. The page keeps trying.";
