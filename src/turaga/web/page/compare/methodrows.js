/** The rows of the table of methods. Two lines for each method, so that it fits into a narrow panel. */

import { el } from "../core/dom.js";
import { methodLabel } from "../options/howpicker.js";
import { grouped, sentence, showSeconds } from "../core/words.js";

const HEADS = ["Solved", "Closed", "Steps", "Time"];

/**
 * Fill the table with a response of /compare. Returns whether there is anything to compare: not if theory ruled
 * out every tour, so that nothing was walked.
 * @param {HTMLTableElement} table
 * @param {any} answer
 */
export function fillTable(table, { standings, starts }) {
  const several = starts.length > 1;
  table.replaceChildren(
    ...(several ? [el("caption", { text: "Steps and times are means over the starts." })] : []),
    el("thead", {}, el("tr", {}, ...HEADS.map((text) => el("th", { scope: "col", text })))),
    ...standings.map((one) => rowsOf(one, starts.length)),
  );
  const ran = standings.filter(({ refused }) => !refused);
  return !ran.length || ran.some(({ fewest_visited: visited }) => visited !== null);
}

/** The name of a contestant as the page shows it: "Rule only: outermost" for "greedy outermost".
 * @param {{name: string, method: string, system: string | null}} contestant */
function labelOf({ name, method, system }) {
  if (system) return methodLabel(name);
  return name.startsWith(method) ? methodLabel(method) + name.slice(method.length).replace(/^ /, ": ") : name;
}

/** The summary of a comparison, with the names that the page shows. @param {any} answer @returns {string} */
export function summaryOf({ summary, standings }) {
  const longestFirst = [...standings].sort((one, other) => other.name.length - one.name.length);
  const label = new Map(longestFirst.map((one) => [one.name, labelOf(one)]));
  const names = [...label.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return summary.replace(new RegExp(`\\b(${names.join("|")})(?![\\w+])`, "g"), (/** @type {string} */ name) => label.get(name) ?? name);
}

/** @param {any} contestant @param {number} all the number of starts */
function rowsOf({ name, method, system, refused, solved, impossible, closed, steps, seconds }, all) {
  const head = el("tr", {}, el("th", { scope: "rowgroup", colspan: HEADS.length, text: labelOf({ name, method, system }) }));
  if (refused) {
    const why = el("td", { colspan: HEADS.length, class: "refused", text: sentence(refused) });
    return el("tbody", {}, head, el("tr", {}, why));
  }
  const none = impossible ? ` (${grouped(impossible)} impossible)` : "";
  return el("tbody", {}, head, el("tr", {},
    el("td", { text: `${grouped(solved)} of ${grouped(all)}${none}` }),
    el("td", { text: grouped(closed) }),
    rangeCell(steps, showSteps),
    rangeCell(seconds, showTime))); // prettier-ignore
}

/** A mean; the smallest and the largest value are below it if they differ.
 * @param {{least: number, mean: number, most: number}} range @param {(value: number) => string} form */
function rangeCell({ least, mean, most }, form) {
  const range = form(least) === form(most) ? null : el("small", { text: `${form(least)} to ${form(most)}` });
  return el("td", {}, form(mean), range);
}

/** A number of steps, with one digit after the point if it is a small mean. @param {number} steps */
function showSteps(steps) {
  return grouped(steps < 1000 ? Math.round(steps * 10) / 10 : Math.round(steps));
}

/** A time that is not broken into two lines. @param {number} seconds */
function showTime(seconds) {
  return showSeconds(seconds).replaceAll(" ", "\u00a0");
}
