/**
 * Choose a rule: where the knight prefers to go and how ties are broken. The value is a `RuleValue` of
 * core/view.js: a published system or the text of a rule, and the seed, without what is default.
 */

import { checkBox, el, freshId } from "../core/dom.js";
import { isSeed } from "../core/view.js";
import { sentence } from "../core/words.js";
import {
  DEEPEST_LOOKAHEAD, FIRST_ORDER, findSystem, isOrder, isRandom, parseRule, ruleValue, writeTies,
} from "../walk/rule.js"; // prettier-ignore
import { makeOrderDiagram } from "./orderdiagram.js";
import { systemName } from "./rulewords.js";

/** @typedef {import("../core/view.js").RuleValue} RuleValue */

const ORDER_WRONG = "An order has each digit from 1 to 8 once.";
const SEED_WRONG = "A seed is a whole number from 0 to 2^64 - 1.";
const DEPTH_WRONG = `Looking ahead is possible for 1 to ${DEEPEST_LOOKAHEAD} moves.`;
const KINDS = [
  ["outermost", "the square farthest out"],
  ["corner", "the square nearest to a corner"],
  ["lookahead", "the best square by lookahead"],
  ["random", "a random square"],
  ["order", "the first in the order below"],
];

/**
 * The fields for a rule. `onChange` gets the new rule and, if the user chose a published system, that system.
 * @param {{legend?: string, systems: readonly any[], onChange: (rule: RuleValue, system: any) => void}} how
 */
export function makeRulePicker({ legend = "Rule", systems, onChange }) {
  let known = systems;
  let now = parseRule();
  let like = ""; // the system that the rule is of

  const labelled = (/** @type {string} */ label, /** @type {any} */ input, /** @type {any[]} */ ...more) => {
    input.id = freshId("rule");
    return el("div", { class: "field" }, el("label", { for: input.id, text: label }), input, ...more);
  };
  const option = (/** @type {string[]} */ [value, text]) => el("option", { value, text });
  const wrongNote = () => el("p", { class: "wrong", role: "status", id: freshId("wrong") });

  const preset = el("select", { onchange: takePreset });
  const presetNote = el("p", { class: "note preset-note" });
  const senses = [["fewest", "fewest onward moves"], ["most", "most onward moves"]]; // prettier-ignore
  const prefer = el("select", { onchange: own }, ...senses.map(option));
  const first = el("select", { onchange: takeStages }, ...KINDS.map(option));
  const then = el("select", { onchange: takeStages });
  const [depthNote, orderNote, seedNote] = [wrongNote(), wrongNote(), wrongNote()];
  const depth = el("input", {
    type: "number", min: 1, max: DEEPEST_LOOKAHEAD, step: 1, value: 1, "aria-describedby": depthNote.id, onchange: takeStages,
  }); // prettier-ignore
  const orderHelp = el("p", {
    id: freshId("order-help"), class: "note",
    text: "Each digit is a direction, as in the drawing. The first digit is tried first.",
  }); // prettier-ignore
  const order = el("input", {
    type: "text", class: "order", maxlength: 8, inputmode: "numeric", spellcheck: "false", autocomplete: "off",
    value: FIRST_ORDER, "aria-describedby": `${orderHelp.id} ${orderNote.id}`, oninput: takeOrder,
  }); // prettier-ignore
  const seed = el("input", {
    type: "text", maxlength: 20, inputmode: "numeric", autocomplete: "off", spellcheck: "false", value: "0",
    "aria-describedby": seedNote.id, onchange: () => takeSeed(seed.value.trim()),
  }); // prettier-ignore
  const dice = el("button", { type: "button", text: "Next seed", onclick: () => takeSeed(nextSeed(now.seed)) });
  const openStart = checkBox("Open start: entering the start does not lower degrees", { onchange: own });
  const deadEnds = checkBox("Dead ends last: enter one only if there is no other move", { onchange: own });

  const diagram = el("div", { class: "order-help" }, makeOrderDiagram([1, 2]), orderHelp);
  const fields = {
    prefer: labelled("Go to the square with the", prefer),
    first: labelled("If there is a tie, choose", first),
    then: labelled("If there is still a tie, choose", then),
    depth: labelled("Moves to look ahead", depth, depthNote),
    order: labelled("Order of directions", order, orderNote, diagram),
    seed: el("div", { class: "seed" }, labelled("Seed", seed), dice, seedNote),
  };
  const more = el("details", { class: "rule-more" }, el("summary", { text: "Quirks of published programs" }),
    openStart.element, deadEnds.element); // prettier-ignore
  const element = el("fieldset", { class: "rule-picker" }, el("legend", { text: legend }),
    labelled("Preset", preset, presetNote), ...Object.values(fields), more); // prettier-ignore

  function showPresets() {
    preset.replaceChildren(
      option(["default", "Warnsdorff’s rule"]),
      ...known.map((system) => option([system.name, systemName(system)])),
      option(["own", "Custom"]),
    );
  }

  /** @param {HTMLElement} input @param {HTMLElement} note @param {string} text "" if the input is valid */
  function sayWrong(input, note, text) {
    note.textContent = text;
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  function showAll() {
    const [one, two] = now.stages;
    const isLong = now.stages.length > 2; // more tie-breaks than there are fields
    first.querySelector("[value=written]")?.remove();
    if (isLong) first.append(option(["written", writeTies(now)]));
    first.value = isLong ? "written" : (one?.kind ?? "order");
    then.replaceChildren(
      option(KINDS.find(([kind]) => kind === "order")),
      ...KINDS.filter(([kind]) => kind !== "order" && kind !== one?.kind).map(option),
    );
    then.value = isLong ? "order" : (two?.kind ?? "order");
    const ahead = now.stages.find(({ kind }) => kind === "lookahead");
    depth.value = String(ahead?.depth ?? 1);
    if (document.activeElement !== order) order.value = now.order;
    seed.value = now.seed;
    prefer.value = now.most ? "most" : "fewest";
    openStart.input.checked = now.openStart;
    deadEnds.input.checked = now.deadEndsLast;
    sayWrong(depth, depthNote, "");
    sayWrong(order, orderNote, "");
    sayWrong(seed, seedNote, "");
    fields.then.hidden = isLong || !one || one.kind === "random";
    fields.depth.hidden = !ahead || isLong;
    fields.order.hidden = isRandom(now);
    fields.seed.hidden = !isRandom(now);
    preset.value = like || (ruleValue(now).rule === undefined ? "default" : "own");
    const what = known.find(({ name }) => name === like)?.what ?? "";
    presetNote.textContent = what && sentence(what);
    if (now.openStart || now.deadEndsLast) more.open = true;
  }

  function tell(/** @type {any} */ system = null) {
    showAll();
    onChange(value(), system);
  }

  /** The user changed something, so the rule is no longer that of a system. */
  function own() {
    like = "";
    now.most = prefer.value === "most";
    now.openStart = openStart.input.checked;
    now.deadEndsLast = deadEnds.input.checked;
    tell();
  }

  function takePreset() {
    if (preset.value === "own") return; // nothing changes until a field does
    const system = known.find(({ name }) => name === preset.value);
    like = system?.name ?? "";
    now = parseRule({ ...(system ? { like } : {}), seed: now.seed }, known);
    tell(system ?? null);
  }

  function takeStages(/** @type {Event} */ event) {
    if (first.value === "written") return;
    const deep = Number(depth.value);
    if (!(Number.isInteger(deep) && deep >= 1 && deep <= DEEPEST_LOOKAHEAD)) return sayWrong(depth, depthNote, DEPTH_WRONG);
    const kinds = [first.value];
    if (first.value !== "order" && first.value !== "random" && event.target !== first) kinds.push(then.value);
    now.stages = kinds
      .filter((kind) => kind !== "order")
      .map((kind) => ({ kind, depth: kind === "lookahead" ? deep : 0 }));
    return own();
  }

  function takeOrder() {
    if (!isOrder(order.value)) return sayWrong(order, orderNote, ORDER_WRONG);
    now.order = order.value;
    return own();
  }

  function takeSeed(/** @type {string} */ text) {
    if (!isSeed(text)) return sayWrong(seed, seedNote, SEED_WRONG);
    now.seed = String(BigInt(text));
    return tell();
  }

  /** @returns {RuleValue} */
  function value() {
    const { rule, ...seed } = ruleValue(now);
    return { ...(like ? { like } : rule && { rule }), ...seed };
  }

  showPresets();
  showAll();
  return {
    element,
    /**
     * Show a rule without calling `onChange`. A rule that is not valid shows the default. Returns whether it
     * is valid.
     * @param {RuleValue} rule
     */
    show(rule) {
      const parsed = parseRule(rule, known);
      like = (rule.rule === undefined && findSystem(rule.like, known)?.name) || "";
      now = parsed ?? parseRule();
      showAll();
      return parsed !== null;
    },
    /** Set the published systems, when the server has sent them. @param {readonly any[]} all */
    setSystems(all) {
      known = all;
      const chosen = preset.value;
      showPresets();
      preset.value = chosen;
    },
    /** Draw the directions of another leaper. @param {readonly [number, number]} leaper */
    setLeaper(leaper) {
      diagram.replaceChildren(makeOrderDiagram(leaper), orderHelp);
    },
  };
}

/** The seed after this one. @param {string} seed */
function nextSeed(seed) {
  const next = String(BigInt(seed) + 1n);
  return isSeed(next) ? next : "0";
}
