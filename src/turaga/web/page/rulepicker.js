/**
 * A rule in plain words: where the knight prefers to go and how ties are broken. The value is what the API
 * takes: {like, ties, most, open_start, dead_ends_last, seed}, each null or left out where it is the default.
 */

import { checkBox, el, freshId } from "./dom.js";
import { sentence } from "./words.js";

const FIRST_ORDER = "12345678";
const DEFAULT_TIES = "outermost";
const LAST_SEED = 2 ** 31 - 1;
const KINDS = [
  ["outermost", "the square farthest from the centre"],
  ["corner", "the square nearest to a corner"],
  ["lookahead", "look ahead: fewest moves after it"],
  ["random", "at random, by a seed"],
  ["order", "a fixed order of the eight directions"],
];

/** @typedef {{like?: string | null, ties?: string | null, most?: boolean, open_start?: boolean,
 *   dead_ends_last?: boolean, seed?: number}} RuleValue */

/**
 * The parts of ties written as on the command line.
 * @param {string} text
 */
export function parseTies(text) {
  const stages = [];
  let order = FIRST_ORDER;
  for (const word of text.split(",").map((raw) => raw.trim().toLowerCase()).filter(Boolean)) {
    const [kind, detail] = word.split(":");
    if (kind === "order") {
      order = detail;
      break; // an order decides every tie: what stands behind it never comes up
    }
    stages.push({ kind, depth: kind === "lookahead" ? Number(detail ?? 1) : 0 });
    if (kind === "random") break;
  }
  return { stages, order };
}

/** Ties written as on the command line, from their parts. */
export function writeTies({ stages, order }) {
  const words = stages.map(({ kind, depth }) => (kind === "lookahead" ? `lookahead:${depth}` : kind));
  const decided = stages.some(({ kind }) => kind === "random");
  return [...words, ...(decided ? [] : [`order:${order}`])].join(",");
}

/** Whether a text is an order: each of 1 to 8 once. */
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
  const order = el("input", {
    type: "text", class: "order", maxlength: 8, inputmode: "numeric", spellcheck: "false",
    autocomplete: "off", value: FIRST_ORDER, oninput: takeOrder,
  }); // prettier-ignore
  const seed = el("input", {
    type: "number", min: 0, max: LAST_SEED, step: 1, value: 0, inputmode: "numeric", onchange: takeSeed,
  }); // prettier-ignore
  const dice = el("button", { type: "button", class: "quiet", text: "Another seed", onclick: roll });
  const openStart = checkBox("The start lowers no degrees (open start)", { onchange: own });
  const deadEnds = checkBox("Dead ends last", { onchange: own });

  const fields = {
    prefer: labelled("Go where there are the", prefer),
    first: labelled("If several are equal", first),
    then: labelled("If still equal", then),
    depth: labelled("Moves to look ahead", depth),
    order: labelled("Directions, first to last", order, orderNote),
    seed: el("div", { class: "seed" }, labelled("Seed", seed), dice),
  };
  const more = el(
    "details",
    { class: "rule-more" },
    el("summary", { text: "Habits of old programs" }),
    openStart.element,
    deadEnds.element,
  );
  const element = el(
    "fieldset",
    { class: "rule-picker" },
    el("legend", { text: legend }),
    labelled("A known rule, or your own", preset, presetNote),
    ...Object.values(fields),
    more,
  );

  function showPresets() {
    preset.replaceChildren(
      option(["default", "Warnsdorff’s rule"]),
      ...known.map(({ name, who }) => option([name, `As ${who.replace(/ \(.*\)$/, "")}`])), // so that it has room
      option(["own", "Your own"]),
    );
  }

  function show() {
    const [one, two] = parts.stages;
    const several = parts.stages.length > 2;
    first.querySelector("[value=written]")?.remove();
    if (several) first.append(option(["written", writeTies(parts)]));
    first.value = several ? "written" : (one?.kind ?? "order");
    then.replaceChildren(
      option(["order", "a fixed order of the eight directions"]),
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
    presetNote.textContent = what && sentence(what.replace(/ \(--[^)]*\)/g, "")); // options are the command's
    if (openStart.input.checked || deadEnds.input.checked) more.open = true;
  }

  const isDefault = () =>
    writeTies(parts) === `${DEFAULT_TIES},order:${FIRST_ORDER}` &&
    prefer.value === "fewest" && !openStart.input.checked && !deadEnds.input.checked; // prettier-ignore

  function tell(system = null) {
    show();
    onChange(value(), system);
  }

  /** Something was changed by hand: the rule is no longer that of a system. */
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
      orderNote.textContent = "each of 1 to 8 once";
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
    /** Whether the degrees of the start's neighbours ignore it. */
    get openStart() {
      return openStart.input.checked;
    },
    /**
     * Show another rule, and tell nobody; what cannot be read is the default. Whether all could.
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
    /** The systems, once they are known. */
    setSystems(systemsNow) {
      known = systemsNow;
      showPresets();
      show();
    },
  };
}

/**
 * A rule as a person would say it: "the fewest onward moves; if equal, the square farthest from the centre;
 * then directions 12345678".
 * @param {{prefer: string, ties: string, open_start?: boolean, dead_ends_last?: boolean}} rule
 */
export function ruleInWords({ prefer, ties, open_start: openStart, dead_ends_last: deadEndsLast }) {
  const { stages, order } = parseTies(ties);
  const breaks = stages.map(({ kind, depth }) =>
    kind === "lookahead" && depth > 1
      ? `fewest moves ${depth} moves ahead`
      : (KINDS.find(([name]) => name === kind)?.[1] ?? kind),
  );
  if (!stages.some(({ kind }) => kind === "random")) breaks.push(`directions ${order}`);
  return [
    `the ${prefer} onward moves`,
    ...breaks.map((words, k) => `${k ? "then" : "if equal,"} ${words}`),
    ...(openStart ? ["the start lowers no degrees"] : []),
    ...(deadEndsLast ? ["dead ends last"] : []),
  ].join("; ");
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
 * The rule that parameters of a link hold.
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
