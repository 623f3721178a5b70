/**
 * Choose a rule: where the knight prefers to go and how ties are broken. The value has the fields of the API:
 * {like, ties, most, open_start, dead_ends_last, seed}, each null or left out if it is the default.
 */

import { checkBox, el, freshId } from "./dom.js";
import { makeOrderDiagram } from "./orderdiagram.js";
import { sentence, several } from "./words.js";

const FIRST_ORDER = "12345678";
const DEFAULT_TIES = "outermost";
const LAST_SEED = 2 ** 31 - 1;
const KINDS = [
  ["outermost", "the square farthest from the centre"],
  ["corner", "the square nearest to a corner"],
  ["lookahead", "the best square by lookahead"],
  ["random", "a random square"],
  ["order", "the first in the order below"],
];
/** The same, as they are named in a sentence. */
const IN_WORDS = {
  outermost: () => "distance from the centre",
  corner: () => "distance from a corner",
  lookahead: (depth) => `looking ahead ${several(depth, "move")}`,
  random: () => "random choice",
};

/** @typedef {{like?: string | null, ties?: string | null, most?: boolean, open_start?: boolean,
 *   dead_ends_last?: boolean, seed?: number}} RuleValue */

/**
 * Parse tie-breaks written as on the command line.
 * @param {string} text
 */
export function parseTies(text) {
  const stages = [];
  let order = FIRST_ORDER;
  for (const word of text.split(",").map((raw) => raw.trim().toLowerCase()).filter(Boolean)) {
    const [kind, detail] = word.split(":");
    if (kind === "order") {
      order = detail;
      break; // an order decides every tie, so nothing after it matters
    }
    stages.push({ kind, depth: kind === "lookahead" ? Number(detail ?? 1) : 0 });
    if (kind === "random") break;
  }
  return { stages, order };
}

/** Write tie-breaks as on the command line. */
export function writeTies({ stages, order }) {
  const words = stages.map(({ kind, depth }) => (kind === "lookahead" ? `lookahead:${depth}` : kind));
  const decided = stages.some(({ kind }) => kind === "random");
  return [...words, ...(decided ? [] : [`order:${order}`])].join(",");
}

/** Whether a text is an order: each digit from 1 to 8 once. */
export function isOrder(text) {
  return [...text].sort().join("") === FIRST_ORDER;
}

/**
 * @param {{legend?: string, systems: {name: string, who: string, what: string, method?: string, rule: any}[],
 *   onChange: (value: RuleValue, system: any) => void}} how
 */
export function makeRulePicker({ legend = "Rule", systems, onChange }) {
  let parts = parseTies(DEFAULT_TIES);
  let like = "";
  let known = systems;

  const labelled = (label, input, words = null) => {
    const id = freshId("rule");
    input.id = id;
    return el("div", { class: "field" }, el("label", { for: id, text: label }), input, words);
  };
  const option = ([value, text]) => el("option", { value, text });

  const preset = el("select", { onchange: takePreset });
  const presetNote = el("span", { class: "note preset-note" });
  const senses = [["fewest", "fewest onward moves"], ["most", "most onward moves"]]; // prettier-ignore
  const prefer = el("select", { onchange: own }, ...senses.map(option));
  const first = el("select", { onchange: takeStages }, ...KINDS.map(option));
  const then = el("select", { onchange: takeStages });
  const depth = el("input", { type: "number", min: 1, max: 8, step: 1, value: 1, onchange: takeStages });
  const orderNote = el("span", { class: "note", role: "status" });
  const orderHelp = el("p", {
    id: freshId("order-help"), class: "note",
    text: "Each digit is a direction, as in the diagram. The first digit is tried first.",
  }); // prettier-ignore
  const order = el("input", {
    type: "text", class: "order", maxlength: 8, inputmode: "numeric", spellcheck: "false",
    autocomplete: "off", value: FIRST_ORDER, "aria-describedby": orderHelp.id, oninput: takeOrder,
  }); // prettier-ignore
  const seed = el("input", {
    type: "number", min: 0, max: LAST_SEED, step: 1, value: 0, inputmode: "numeric", onchange: takeSeed,
  }); // prettier-ignore
  const dice = el("button", { type: "button", class: "quiet", text: "Next seed", onclick: roll });
  const openStart = checkBox("Open start: entering the start does not lower degrees", { onchange: own });
  const deadEnds = checkBox("Dead ends last: enter one only if there is no other move", { onchange: own });

  const fields = {
    prefer: labelled("Go to the square with the", prefer),
    first: labelled("If there is a tie, choose", first),
    then: labelled("If there is still a tie, choose", then),
    depth: labelled("Moves to look ahead", depth),
    order: labelled("Order of directions", order, orderNote),
    seed: el("div", { class: "seed" }, labelled("Seed", seed), dice),
  };
  fields.order.append(el("div", { class: "order-help" }, makeOrderDiagram(), orderHelp));
  const more = el(
    "details",
    { class: "rule-more" },
    el("summary", { text: "Quirks of published programs" }),
    openStart.element,
    deadEnds.element,
  );
  const element = el(
    "fieldset",
    { class: "rule-picker" },
    el("legend", { text: legend }),
    labelled("Preset", preset, presetNote),
    ...Object.values(fields),
    more,
  );

  function showPresets() {
    preset.replaceChildren(
      option(["default", "Warnsdorff’s rule"]),
      ...known.map(({ name, who }) => option([name, who.replace(/ \(.*\)$/, "")])), // shortened, to fit
      option(["own", "Custom"]),
    );
  }

  function show() {
    const [one, two] = parts.stages;
    const several = parts.stages.length > 2;
    first.querySelector("[value=written]")?.remove();
    if (several) first.append(option(["written", writeTies(parts)]));
    first.value = several ? "written" : (one?.kind ?? "order");
    then.replaceChildren(
      option(KINDS.find(([kind]) => kind === "order")),
      ...KINDS.filter(([kind]) => kind !== "order" && (kind !== one?.kind)).map(option),
    );
    then.value = several ? "order" : (two?.kind ?? "order");
    const random = parts.stages.some(({ kind }) => kind === "random");
    const ahead = parts.stages.find(({ kind }) => kind === "lookahead");
    depth.value = String(ahead?.depth ?? 1);
    order.value = parts.order;
    orderNote.textContent = "";
    order.removeAttribute("aria-invalid");
    fields.then.hidden = several || !one || one.kind === "random";
    fields.depth.hidden = !ahead || several;
    fields.order.hidden = random;
    fields.seed.hidden = !random;
    preset.value = like || (isDefault() ? "default" : "own");
    const what = known.find(({ name }) => name === like)?.what ?? "";
    presetNote.textContent = what && sentence(what);
    if (openStart.input.checked || deadEnds.input.checked) more.open = true;
  }

  const isDefault = () =>
    writeTies(parts) === `${DEFAULT_TIES},order:${FIRST_ORDER}` &&
    prefer.value === "fewest" && !openStart.input.checked && !deadEnds.input.checked; // prettier-ignore

  function tell(system = null) {
    show();
    onChange(value(), system);
  }

  /** The user changed something, so the rule is no longer that of a system. */
  function own() {
    like = "";
    tell();
  }

  function takePreset() {
    const system = known.find(({ name }) => name === preset.value);
    if (preset.value === "own") return;
    like = system ? system.name : "";
    take(system ? system.rule : { prefer: "fewest", ties: DEFAULT_TIES });
    tell(system ?? null);
  }

  function take(rule) {
    parts = parseTies(rule.ties ?? DEFAULT_TIES);
    prefer.value = rule.prefer === "most" || rule.most ? "most" : "fewest";
    openStart.input.checked = Boolean(rule.open_start);
    deadEnds.input.checked = Boolean(rule.dead_ends_last);
  }

  function takeStages(event) {
    if (first.value === "written") return;
    const kinds = [first.value];
    if (first.value !== "order" && first.value !== "random" && event.target !== first) kinds.push(then.value);
    const deep = Math.min(8, Math.max(1, Math.round(Number(depth.value)) || 1));
    parts.stages = kinds
      .filter((kind) => kind !== "order")
      .map((kind) => ({ kind, depth: kind === "lookahead" ? deep : 0 }));
    own();
  }

  function takeOrder() {
    if (isOrder(order.value)) {
      parts.order = order.value;
      own();
    } else {
      order.setAttribute("aria-invalid", "true");
      orderNote.textContent = "An order has each digit from 1 to 8 once.";
    }
  }

  function takeSeed() {
    seed.value = String(Math.min(LAST_SEED, Math.max(0, Math.round(Number(seed.value)) || 0)));
    tell();
  }

  function roll() {
    seed.value = String((Number(seed.value) + 1) % LAST_SEED);
    tell();
  }

  /** @returns {RuleValue} */
  function value() {
    const seeds = parts.stages.some(({ kind }) => kind === "random") ? { seed: Number(seed.value) } : {};
    if (like) return { like, ...seeds };
    if (isDefault()) return {};
    return {
      ties: writeTies(parts),
      ...(prefer.value === "most" ? { most: true } : {}),
      ...(openStart.input.checked ? { open_start: true } : {}),
      ...(deadEnds.input.checked ? { dead_ends_last: true } : {}),
      ...seeds,
    };
  }

  showPresets();
  show();
  return {
    element,
    get value() {
      return value();
    },
    /** Whether entering the start lowers no degrees. */
    get openStart() {
      return openStart.input.checked;
    },
    /**
     * Show another rule without calling `onChange`. Parts that are not valid become the default. Returns
     * whether everything was valid.
     * @param {RuleValue} wanted
     * @returns {boolean}
     */
    set(wanted) {
      const system = known.find(({ name }) => name === wanted.like);
      like = system ? system.name : "";
      take(system ? system.rule : wanted);
      const readable = parts.stages.every(({ kind, depth: deep }) =>
        KINDS.some(([name]) => name === kind) && (kind !== "lookahead" || (deep >= 1 && deep <= 8)));
      const isRead = readable && isOrder(parts.order ?? "");
      if (!isRead) parts = parseTies(DEFAULT_TIES);
      seed.value = String(Math.min(LAST_SEED, Math.max(0, Math.round(Number(wanted.seed)) || 0)));
      show();
      return isRead && (system !== undefined || !wanted.like);
    },
    /** Set the published systems, when the server has sent them. */
    setSystems(systemsNow) {
      known = systemsNow;
      showPresets();
      show();
    },
  };
}

/**
 * A rule in words: "fewest onward moves, ties broken by distance from the centre, then by order 12345678".
 * @param {{prefer: string, ties: string, open_start?: boolean, dead_ends_last?: boolean}} rule
 */
export function ruleInWords({ prefer, ties, open_start: openStart, dead_ends_last: deadEndsLast }) {
  const { stages, order } = parseTies(ties);
  const breaks = stages.map(({ kind, depth }) => IN_WORDS[kind]?.(depth) ?? kind);
  if (!stages.some(({ kind }) => kind === "random")) breaks.push(`order ${order}`);
  return [
    `${prefer} onward moves`,
    `ties broken by ${breaks.join(", then by ")}`,
    ...(openStart ? ["open start"] : []),
    ...(deadEndsLast ? ["dead ends last"] : []),
  ].join(", ");
}

/**
 * A rule as parameters of a link, each name with a prefix.
 * @param {RuleValue} value
 * @param {string} [prefix]
 */
export function ruleToLink(value, prefix = "") {
  return Object.fromEntries(
    Object.entries({
      like: value.like,
      ties: value.ties,
      most: value.most,
      openstart: value.open_start,
      deadends: value.dead_ends_last,
      seed: value.seed,
    }).map(([name, part]) => [prefix + name, part]),
  );
}

/**
 * The rule in the parameters of a link.
 * @param {Record<string, string>} params
 * @param {string} [prefix]
 * @returns {RuleValue}
 */
export function ruleFromLink(params, prefix = "") {
  const part = (name) => params[prefix + name];
  return {
    ...(part("like") ? { like: part("like") } : {}),
    ...(part("ties") ? { ties: part("ties") } : {}),
    ...(part("most") ? { most: true } : {}),
    ...(part("openstart") ? { open_start: true } : {}),
    ...(part("deadends") ? { dead_ends_last: true } : {}),
    ...(part("seed") ? { seed: Number(part("seed")) } : {}),
  };
}
