/**
 * The table of methods: each with both rules, from one start or from all. The server makes the walks when the
 * user presses a button, or at once if the link names methods.
 */

import { boardFields, toPair } from "../core/board.js";
import { checkBox, el, radios } from "../core/dom.js";
import { renamed } from "../core/names.js";
import { ruleFields } from "../core/view.js";
import { grouped, sentence, several } from "../core/words.js";
import { DEFAULT_RULE } from "../walk/rule.js";
import { methodLabel } from "../options/howpicker.js";
import { fillTable, summaryOf } from "./methodrows.js";
import { sidesOf } from "./sides.js";

const FIRST_METHODS = ["greedy", "search", "euler", "vandermonde"];
const PATIENCE = 400; // milliseconds before the progress is shown

/** @param {any} context */
export function makeMethodTable(context) {
  let view = context.view;
  let chosen = new Set(FIRST_METHODS);
  let starts = "one";
  let shownKey = ""; // of the request whose result is shown or on its way
  /** @type {AbortController | null} */
  let running = null;
  let timer = 0;

  const boxes = el("div", { class: "method-boxes" });
  const about = el("dl", { class: "method-about" });
  const from = radios("Starts", [["one", "This start"], ["all", "All starts"]], takeStarts); // prettier-ignore
  const closed = checkBox("Closed tours only", {
    onchange: (on) => context.change({ closed: on, params: withoutMethods() }),
  });
  const button = el("button", { type: "button", class: "main", text: "Compare methods", onclick: toggle });
  const bar = el("progress", { class: "method-bar", max: 1, value: 0, "aria-label": "Progress", hidden: true });
  const words = el("p", { class: "method-words" });
  const table = el("table", { class: "method-table", hidden: true });
  const element = el("section", { class: "methods", "aria-label": "Methods" },
    el("p", {
      class: "note",
      text: "Methods that walk by a rule are tried with the rules of A and B. A published preset has its "
        + "own method.",
    }),
    el("fieldset", {}, el("legend", { text: "Methods" }), boxes,
      el("details", {}, el("summary", { text: "What these methods do" }), about)),
    from.element, closed.element, button, bar, words, table); // prettier-ignore

  setMethods(context.options.methods);

  function setMethods(known) {
    const named = known?.length ? known : FIRST_METHODS.map((name) => ({ name, what: "" }));
    boxes.replaceChildren(
      ...named.map(
        ({ name }) =>
          checkBox(methodLabel(name), { checked: chosen.has(name), onchange: (on) => takeMethod(name, on), name }).element,
      ),
    );
    about.replaceChildren(
      ...named.flatMap(({ name, what }) => [
        el("dt", { text: methodLabel(name) }),
        el("dd", { text: sentence(what.replaceAll("`", "")) }),
      ]),
    );
    about.parentElement.hidden = named.every(({ what }) => !what);
  }

  // -- choices -----------------------------------------------------------------------------------------

  function takeMethod(name, on) {
    if (on) chosen.add(name);
    else chosen.delete(name);
    forget();
  }

  function takeStarts(value) {
    starts = value;
    forget();
  }

  function withoutMethods() {
    const { methods: _, starts: __, ...rest } = view.params;
    return rest;
  }

  /** Remove a table that no longer fits the choices, also from the link. */
  function forget() {
    halt();
    clear("");
    if (view.params.methods !== undefined) context.change({ params: withoutMethods() }, { push: false });
  }

  function clear(text) {
    shownKey = "";
    table.hidden = true;
    words.textContent = text;
  }

  // -- requests ----------------------------------------------------------------------------------------

  function request() {
    const rules = sidesOf(view).sides.map(({ value }) => value);
    const seed = rules.find((rule) => rule.seed)?.seed;
    return {
      ...boardFields(view.board),
      methods: [...chosen],
      rules: rules.filter(({ like, rule }) => rule || !like).map(({ rule = DEFAULT_RULE }) => rule),
      like: [...new Set(rules.flatMap(({ like, rule }) => (like && !rule ? [like] : [])))],
      ...(seed === undefined ? {} : ruleFields({ seed })),
      starts: starts === "one" ? [toPair(view.board, view.start)] : null,
      closed: view.closed,
    };
  }

  const plain = (_, value) => (typeof value === "bigint" ? String(value) : value);
  const keyOf = () => JSON.stringify([view.board.key, request()], plain);

  function toggle() {
    if (running) {
      forget();
      words.textContent = "Stopped.";
      return context.announce(words.textContent);
    }
    if (!chosen.size) return void (words.textContent = "Choose at least one method.");
    shownKey = "";
    const all = starts === "all" ? { starts } : {};
    const params = { ...withoutMethods(), methods: [...chosen].join(","), ...all };
    return context.change({ params }, { push: false }); // this runs it
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
    clear("Comparing…");
    shownKey = keyOf();
    const mine = (running = new AbortController());
    bar.value = 0;
    showRunning(true);
    try {
      const answer = await context.api.stream("compare", request(), takePart, { signal: mine.signal });
      if (running === mine) showAnswer(answer);
    } catch (error) {
      if (running !== mine) return;
      clear(sentence(error.message));
      context.announce(words.textContent);
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

  function showAnswer(answer) {
    table.hidden = !fillTable(table, answer);
    const cut = answer.starts.length < answer.planned
      ? ` Stopped after ${grouped(answer.starts.length)} of ${several(answer.planned, "start")}.`
      : ""; // prettier-ignore
    words.textContent = renamed(view.board, sentence(summaryOf(answer))) + cut;
    showResults();
    context.announce(words.textContent);
  }

  /** Scroll the panel to the results. `scrollIntoView` would scroll the whole page, which must not move. */
  function showResults() {
    const top = (/** @type {Element} */ one) => one.getBoundingClientRect().top;
    for (let box = element.parentElement; box; box = box.parentElement) {
      const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowY);
      if (!scrolls || box.scrollHeight <= box.clientHeight) continue;
      box.scrollTop += top(button) - top(box);
      return;
    }
  }

  return {
    element,
    halt,
    setMethods,
    /** Show what the view names, and run if it names methods. @param {import("../core/view.js").View} now */
    show(now) {
      view = now;
      const { methods } = view.params;
      if (methods !== undefined) {
        chosen = new Set(methods.split(",").filter(Boolean));
        starts = view.params.starts === "all" ? "all" : "one";
      }
      from.set(starts);
      closed.input.checked = view.closed;
      for (const input of boxes.querySelectorAll("input")) input.checked = chosen.has(input.name);
      if (shownKey && shownKey !== keyOf()) {
        halt();
        clear("");
      }
      if (methods !== undefined && !shownKey) void run();
    },
  };
}
