/** JSON for people: indented, one line for what fits on one, and long lists shortened. */

const WIDTH = 52;
const MOST_ITEMS = 8;
const MOST_TEXT = 400;
const MOST_LINES = 80;
const EXACT = "\uE000"; // before a number that JavaScript cannot hold exactly

/**
 * Indent a JSON text, and shorten it.
 * @param {string} text
 * @param {number} [width]  characters in a line
 * @returns {string}
 */
export function pretty(text, width = WIDTH) {
  const lines = written(parseExactly(text), 0, width).split("\n");
  const left = lines.length - MOST_LINES;
  if (left <= 1) return lines.join("\n");
  return [...lines.slice(0, MOST_LINES), `… ${left.toLocaleString("en")} more lines`].join("\n");
}

/** Like JSON.parse, but a whole number of more than 15 digits keeps all of them, in a marked string. */
function parseExactly(text) {
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  return JSON.parse(text.replace(tokens, (one) => (/^-?\d{16,}$/.test(one) ? `"${EXACT}${one}"` : one)));
}

function written(value, indent, width) {
  const flat = inOneLine(value);
  if (typeof value !== "object" || value === null || indent + flat.length <= width) return flat;
  const space = " ".repeat(indent + 2);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Array.isArray(value)
    ? shortened(value, (one) => written(one, indent + 2, width))
    : Object.entries(value).map(([key, one]) => {
        const name = `${JSON.stringify(key)}: `;
        return name + written(one, indent + 2, Math.max(width - name.length, indent));
      });
  return `${open}\n${parts.map((part) => space + part).join(",\n")}\n${" ".repeat(indent)}${close}`;
}

function inOneLine(value) {
  if (Array.isArray(value)) return `[${shortened(value, inOneLine).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inOneLine(one)}`);
    return `{${parts.join(", ")}}`;
  }
  if (typeof value !== "string") return JSON.stringify(value);
  if (value.startsWith(EXACT)) return value.slice(1);
  return value.length > MOST_TEXT ? `${JSON.stringify(value.slice(0, MOST_TEXT))}…` : JSON.stringify(value);
}

function shortened(list, write) {
  const left = list.length - MOST_ITEMS;
  if (left <= 2) return list.map(write);
  return [...list.slice(0, MOST_ITEMS).map(write), `… ${left.toLocaleString("en")} more`];
}
