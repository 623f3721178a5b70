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

/** The text with a capital letter and a full stop. The name of a square, such as e4, stays as it is. */
export function sentence(text) {
  const words = text.trim();
  const first = words.charAt(0);
  return (/^[a-z]\d/.test(words) ? first : first.toUpperCase()) + words.slice(1) + (/[.!?…]$/.test(words) ? "" : ".");
}

const MOST_QUOTED = 24;

/**
 * The message for a link with parameters that are not valid; "" if all are.
 * @param {Record<string, string>} given
 * @param {string[]} wrong the names of those that are not valid
 * @param {{most: number, area: number}} limits of a board
 */
export function strangeLink(given, wrong, limits) {
  if (!wrong.length) return "";
  const quoted = wrong.map((name) => `${name} “${(given[name] ?? "").slice(0, MOST_QUOTED)}”`);
  const are = wrong.length === 1 ? "a value that is" : "values that are";
  const used = wrong.length === 1 ? "The default is" : "The defaults are";
  const largest = wrong.includes("board") ? ` A board can have ${sizeLimits(limits)}.` : "";
  return `This link has ${are} not valid: ${listed(quoted)}.${largest} ${used} used instead.`;
}

/** How large a board can be: "up to 1,000 rows and columns". @param {{most: number, area: number}} limits */
export function sizeLimits({ most, area }) {
  return `up to ${grouped(most)} rows and columns${area < most * most ? `, ${grouped(area)} squares in all` : ""}`;
}

/**
 * How long something took, as `duration` in text.py writes it: 2.17 ms, 354 ms, 1.88 s, 2 min 5 s, 2 h 5 min.
 * @param {number} seconds
 */
export function showSeconds(seconds) {
  const whole = Math.round(seconds);
  if (seconds < 0.9995) return `${digits(seconds >= 1e-6 ? seconds * 1000 : 0)} ms`;
  if (whole <= 120) return `${digits(seconds)} s`;
  if (whole < 7200) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A number with at most three significant digits. @param {number} number */
function digits(number) {
  return String(Number(number.toPrecision(3)));
}

/** The message while the server is unreachable. */
export const AWAY = "The server is not responding. Walks by a rule and games still work. The page keeps trying.";
