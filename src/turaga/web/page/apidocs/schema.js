/** What the OpenAPI document says about a field, in words. Nothing here touches the page. */

const MOST_EXACT = Number.MAX_SAFE_INTEGER;

/**
 * A schema, or the one that it refers to.
 * @param {any} schema
 * @param {any} root  the whole document
 */
export function resolve(schema, root) {
  const path = schema?.$ref?.split("/").slice(1);
  return path ? resolve(path.reduce((part, name) => part[name], root), root) : schema;
}

/**
 * The fields of a request: those that are required come first.
 * @param {any} schema
 * @param {any} root
 * @returns {{name: string, required: boolean, kind: string, text: string, normal: string}[]}
 */
export function fieldsOf(schema, root) {
  const { properties = {}, required = [] } = resolve(schema, root);
  const fields = Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    kind: kindOf(field, root),
    text: textOf(field, root).replace(/\s+/g, " "),
    normal: normalOf(field),
  }));
  return [...fields.filter((one) => one.required), ...fields.filter((one) => !one.required)];
}

/** The description of a field, or of one of the forms it can have. */
function textOf(schema, root) {
  const found = resolve(schema, root);
  return found.description ?? (found.anyOf ?? []).map((one) => textOf(one, root)).find(Boolean) ?? "";
}

/** The value of a field that is left out, if it says more than "none". */
function normalOf({ default: value }) {
  if (value === undefined || value === null) return "";
  if (typeof value === "object" && !Object.keys(value).length) return "";
  return JSON.stringify(value);
}

/**
 * What a field may be: "a whole number from 1 to 60", for example.
 * @param {any} schema
 * @param {any} root
 * @returns {string}
 */
export function kindOf(schema, root) {
  const found = resolve(schema, root);
  const forms = found.anyOf ?? found.oneOf;
  if (forms) {
    const kinds = forms.map((one) => kindOf(one, root)).filter((kind) => kind !== "null");
    return [...new Set(kinds)].join(", or ");
  }
  if (found.enum) return `one of ${found.enum.map((one) => JSON.stringify(one)).join(", ")}`;
  if ("const" in found) return JSON.stringify(found.const);
  const words = WORDS[found.type];
  return words ? words(found, root) : "any value";
}

const WORDS = {
  null: () => "null",
  boolean: () => "true or false",
  integer: (schema) => `a whole number${rangeOf(schema)}`,
  number: (schema) => `a number${rangeOf(schema)}`,
  string: (schema) => {
    const such = (schema.examples ?? []).map((one) => JSON.stringify(one)).join(", ");
    return such ? `a text such as ${such}` : `a text${most(schema.maxLength, "characters")}`;
  },
  array: (schema, root) => {
    const inner = kindOf(schema.items ?? {}, root);
    if (schema.minItems === 2 && schema.maxItems === 2) return `a pair, each ${inner}`;
    const many = most(schema.maxItems, "items");
    return `a list${many}${inner === "any value" ? "" : `, each ${inner}`}`;
  },
  object: (schema, root) => {
    const names = Object.keys(schema.properties ?? {});
    if (names.length) return `an object with ${names.join(", ")}`;
    const inner = schema.additionalProperties;
    return inner && typeof inner === "object" ? `an object, each value ${kindOf(inner, root)}` : "an object";
  },
};

function most(count, what) {
  return count === undefined ? "" : ` of at most ${count.toLocaleString("en")} ${what}`;
}

/** The range of a number. Beyond what JavaScript can write exactly, the upper end is left out. */
function rangeOf({ minimum, maximum, exclusiveMinimum }) {
  const shown = (value) => value.toLocaleString("en");
  const least = minimum ?? exclusiveMinimum;
  const word = minimum === undefined ? " above" : " from";
  const low = least === undefined ? "" : `${word} ${shown(least)}`;
  return maximum === undefined || maximum > MOST_EXACT ? low : `${low} to ${shown(maximum)}`;
}

/** The description of an endpoint after its first sentence, which is its summary. */
function furtherText({ summary = "", description = "" }) {
  const text = description.replace(/\s+/g, " ");
  return text.startsWith(summary) ? text.slice(summary.length).trim() : text;
}

/**
 * The endpoints in the order of the document.
 * @param {any} root
 * @returns {{id: string, method: string, path: string, says: string, more: string, body: any, example: any}[]}
 */
export function endpointsOf(root) {
  return Object.entries(root.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => {
      const body = one.requestBody?.content["application/json"].schema ?? null;
      const example = body && (resolve(body, root).examples?.[0] ?? {});
      return {
        id: one.operationId, method: method.toUpperCase(), path, says: one.summary ?? "",
        more: furtherText(one), body, example,
      }; // prettier-ignore
    }),
  );
}
