/**
 * The table under the boards of Compare: methods, each with both rules, from one start or from all. The server
 * makes the walks when the user presses a button, or at once if the link contains methods.
 */

import { showSeconds } from "./countwords.js";
import { checkBox, el, radios } from "./dom.js";
import { grouped, sentence, several } from "./words.js";

const FIRST_METHODS = ["greedy", "search", "euler", "vandermonde"];
const DEFAULT_TIES = "outermost";
const PATIENCE = 400; // milliseconds before the progress is shown
const HEADS = ["Method or rule", "Solved", "Closed tours", "Steps", "Time"];

/**
 * @param {{api: any, methods: {name: string, what: string}[], announce: (text: string) => void,
 *   question: () => {board: string, start: number[], rules: any[]}, onChange: () => void}} how
 *   `question` returns the board, the start and the rules of both sides; `onChange` keeps the link.
 */
export function makeMethodTable({ api, methods, announce, question, onChange }) {
  let chosen = new Set(FIRST_METHODS);
  let starts = "one";
  let closed = false;
  let isWanted = false; // whether the table was requested, so that the link requests it too
  /** @type {AbortController | null} */
  let running = null;
  let timer = 0;

  const boxes = el("div", { class: "method-boxes" });
  const from = radios("Starts", [["one", "This start"], ["all", "All starts"]], takeStarts); // prettier-ignore
  const closedBox = checkBox("Closed tours only", { onchange: takeClosed });
  const button = el("button", { type: "button", class: "main", text: "Compare methods", onclick: toggle });
  const bar = el("progress", { class: "survey-bar", max: 1, value: 0, "aria-label": "Progress", hidden: true });
  const words = el("p", { class: "method-words" });
  const body = el("tbody", {});
  const caption = el("caption", {}, "Steps and times are means over the starts.",
    el("span", { class: "ranges", text: " Below them are the smallest and the largest value." })); // prettier-ignore
  const table = el("table", { class: "method-table" },
    caption,
    el("thead", {}, el("tr", {}, ...HEADS.map((text) => el("th", { scope: "col", text })))),
    body); // prettier-ignore
  const scroller = el("div", {
    class: "method-scroller", role: "region", "aria-label": "Results", tabindex: 0, hidden: true,
  }, table); // prettier-ignore
  const element = el("section", { class: "methods", "aria-label": "Methods" },
    el("h3", { text: "Compare methods" }),
    el("p", {
      class: "note",
      text: "Methods that walk by a rule are tried with each of the two rules. A published preset has its own "
        + "method. All get the same starts.",
    }),
    el("div", { class: "method-choices" },
      el("fieldset", {}, el("legend", { text: "Methods" }), boxes),
      el("div", { class: "method-starts" }, from.element, closedBox.element, button)),
    bar, words, scroller); // prettier-ignore

  showMethods(methods);
  showChoices();

  function showMethods(known) {
    const named = known.length ? known : FIRST_METHODS.map((name) => ({ name, what: "" }));
    boxes.replaceChildren(
      ...named.map(({ name, what }) => {
        const label = what ? `${name}: ${what.replaceAll("`", "")}` : name;
        const onchange = (/** @type {boolean} */ on) => takeMethod(name, on);
        return checkBox(label, { checked: chosen.has(name), onchange, name }).element;
      }),
    );
  }

  function showChoices() {
    from.set(starts);
    closedBox.input.checked = closed;
    for (const input of boxes.querySelectorAll("input")) input.checked = chosen.has(input.name);
  }

  // -- choices -------------------------------------------------------------------------------------

  function takeMethod(name, on) {
    if (on) chosen.add(name);
    else chosen.delete(name);
    forget();
  }

  function takeStarts(value) {
    starts = value;
    forget();
  }

  function takeClosed(on) {
    closed = on;
    forget();
  }

  /** Remove a table that no longer fits the choices. */
  function forget() {
    halt();
    isWanted = false;
    scroller.hidden = true;
    words.textContent = "";
    onChange();
  }

  // -- requests ------------------------------------------------------------------------------------

  function request() {
    const { board, start, rules } = question();
    const own = rules.filter(({ like }) => !like);
    return {
      board,
      methods: [...chosen],
      rules: own.map(({ ties = DEFAULT_TIES, seed: _, ...switches }) => ({ ties, ...switches })),
      like: [...new Set(rules.map(({ like }) => like).filter(Boolean))],
      seed: rules.find(({ seed }) => seed)?.seed ?? 0,
      starts: starts === "one" ? [start] : null,
      closed,
    };
  }

  function toggle() {
    if (!running) return void run();
    halt();
    isWanted = false;
    words.textContent = "Stopped.";
    onChange();
  }

  function halt() {
    running?.abort();
    running = null;
    showRunning(false);
  }

  function showRunning(on) {
    clearTimeout(timer);
    button.textContent = on ? "Stop" : "Compare methods";
    if (!on) bar.hidden = true;
    else timer = setTimeout(() => (bar.hidden = false), PATIENCE);
  }

  async function run() {
    halt();
    isWanted = true;
    onChange();
    const mine = (running = new AbortController());
    bar.value = 0;
    words.textContent = "Comparing…";
    showRunning(true);
    try {
      const answer = await api.stream("compare", request(), takePart, { signal: mine.signal });
      if (running === mine) show(answer);
    } catch (error) {
      if (running !== mine) return;
      scroller.hidden = true;
      words.textContent = sentence(error.message);
      announce(words.textContent);
    } finally {
      if (running === mine) {
        running = null;
        showRunning(false);
      }
    }
  }

  function takePart({ done, all }) {
    bar.value = all ? done / all : 0;
    words.textContent = `${grouped(done)} of ${several(all, "start")} done.`;
  }

  // -- results -------------------------------------------------------------------------------------

  function show(answer) {
    body.replaceChildren(...answer.contestants.map((one) => row(one, answer.starts.length)));
    caption.hidden = answer.starts.length < 2;
    scroller.hidden = !isWorthShowing(answer.contestants);
    const cut = answer.starts.length < answer.planned
      ? ` Stopped after ${grouped(answer.starts.length)} of ${several(answer.planned, "start")}.`
      : ""; // prettier-ignore
    words.textContent = sentence(answer.summary) + cut;
    announce(words.textContent);
  }

  function row({ name, refused, solved, impossible, closed_tours: closedTours, steps, seconds }, all) {
    const head = el("th", { scope: "row", text: name });
    if (refused) {
      return el("tr", {}, head, el("td", { colspan: HEADS.length - 1, class: "refused", text: sentence(refused) }));
    }
    const none = impossible ? ` (${grouped(impossible)} impossible)` : "";
    return el("tr", {}, head,
      el("td", { text: `${grouped(solved)} of ${grouped(all)}${none}` }),
      el("td", { text: grouped(closedTours) }),
      rangeCell(steps, showSteps),
      rangeCell(seconds, showTime)); // prettier-ignore
  }

  return {
    element,
    forget,
    halt,
    /** Show the methods, when the server has sent them. */
    setMethods(known) {
      showMethods(known);
    },
    /** The parameters for the link: none unless the table was requested. */
    toLink() {
      if (!isWanted) return {};
      return { methods: [...chosen].join(","), starts: starts === "all" ? "all" : null, closed };
    },
    /**
     * Choose what a link names, and start if it contains methods.
     * @param {Record<string, string>} params
     * @returns {string[]} the names of parameters that are not valid
     */
    readLink(params) {
      halt();
      scroller.hidden = true;
      words.textContent = "";
      const names = (params.methods ?? "").split(",").filter(Boolean);
      chosen = new Set(params.methods === undefined ? FIRST_METHODS : names);
      starts = params.starts === "all" ? "all" : "one";
      closed = params.closed === "1";
      isWanted = params.methods !== undefined;
      showChoices();
      if (isWanted) void run();
      return params.starts === undefined || params.starts === "all" ? [] : ["starts"];
    },
  };
}

/** Whether there is anything to compare: not if theory ruled out every tour, so that nothing was walked. */
function isWorthShowing(contestants) {
  const ran = contestants.filter(({ refused }) => !refused);
  return !ran.length || ran.some(({ fewest_visited: visited }) => visited !== null);
}

/** A cell with a mean and, below it, the smallest and the largest value if they differ. */
function rangeCell({ min, mean, max }, form) {
  const range = form(min) === form(max) ? null : el("small", { class: "ranges", text: `${form(min)} to ${form(max)}` });
  return el("td", {}, form(mean), range);
}

/** A number of steps, with one digit after the point if it is a small mean. */
function showSteps(steps) {
  return grouped(steps < 1000 ? Math.round(steps * 10) / 10 : Math.round(steps));
}

/** A time that is not broken into two lines. @param {number} seconds */
function showTime(seconds) {
  return showSeconds(seconds).replaceAll(" ", "\u00a0");
}
