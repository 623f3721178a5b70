/** An example of a request that can be changed and sent, and the response to it. */

import { el, freshId } from "../core/dom.js";
import { pretty } from "./pretty.js";

const NO_RESPONSE = "The server is not responding. Start it again with turaga serve.";
const COPIED = 1500; // milliseconds for which a button says that it has copied

/**
 * @param {{id: string, method: string, path: string, example: any}} endpoint
 * @returns {HTMLElement}
 */
export function tryIt(endpoint) {
  const id = freshId("body");
  const text = endpoint.example === null ? "" : pretty(JSON.stringify(endpoint.example), 40);
  const editor = el("textarea", {
    id, class: "api-code", rows: text.split("\n").length, spellcheck: "false", autocapitalize: "off",
    autocomplete: "off", text,
  }); // prettier-ignore
  const command = el("code");
  const response = el("div", { class: "api-response" });
  const said = el("p", { class: "api-said", role: "status" });
  const send = el("button", { type: "button", class: "main", text: "Send", onclick: sendOrCancel });
  const reset = el("button", { type: "button", class: "quiet", text: "Reset", hidden: true, onclick: undo });
  /** @type {AbortController | null} */
  let sending = null;

  const body = () => (endpoint.example === null ? null : editor.value);
  function changed() {
    command.textContent = curl(endpoint, body());
    reset.hidden = editor.value === text;
    editor.rows = Math.min(24, Math.max(1, editor.value.split("\n").length));
  }
  function undo() {
    editor.value = text;
    changed();
    editor.focus();
  }
  async function sendOrCancel() {
    if (sending) {
      sending.abort();
      return;
    }
    sending = new AbortController();
    send.textContent = "Cancel";
    said.textContent = "Waiting for the response…";
    said.className = "api-said";
    try {
      const { shown, line, failed } = await exchange(endpoint, body(), sending.signal);
      said.textContent = line;
      said.classList.toggle("failed", failed);
      replaceResponse(response, shown);
    } catch {
      said.textContent = sending.signal.aborted ? "Cancelled." : NO_RESPONSE;
      said.classList.toggle("failed", !sending.signal.aborted);
      replaceResponse(response, []);
    } finally {
      sending = null;
      send.textContent = "Send";
    }
  }
  editor.addEventListener("input", changed);
  editor.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void sendOrCancel();
    }
  });
  changed();
  return el(
    "div",
    { class: "api-try" },
    endpoint.example === null ? null : el("label", { for: id, text: "Request" }),
    endpoint.example === null ? null : editor,
    el("div", { class: "api-buttons" }, send, reset, said),
    response,
    el(
      "div",
      { class: "api-curl" },
      scrolling(command, `Command for ${endpoint.path}`),
      copyButton("Copy curl", () => command.textContent),
    ),
  );
}

/** Send a request. Returns what to show: elements, a line about them, and whether it failed. */
async function exchange({ method, path }, body, signal) {
  const began = performance.now();
  const response = await fetch(path, {
    method,
    signal,
    headers: body === null ? {} : { "Content-Type": "application/json" },
    body,
  });
  const blob = await response.blob();
  const took = performance.now() - began;
  const size = blob.size < 1000 ? `${blob.size} bytes` : `${(blob.size / 1000).toFixed(1)} kB`;
  const time = took < 1000 ? `${Math.round(took)} ms` : `${(took / 1000).toFixed(1)} s`;
  const name = response.ok ? "OK" : response.statusText;
  return {
    shown: await elementsOf(blob, path),
    line: [`${response.status} ${name}`.trim(), time, size].join(" · "),
    failed: !response.ok,
  };
}

/** The content of a response: a picture, JSON or text. */
async function elementsOf(blob, path) {
  if (blob.type.startsWith("image/")) {
    return [el("img", { src: URL.createObjectURL(blob), alt: "The picture that the server has drawn" })];
  }
  const text = await blob.text();
  const isJson = blob.type.startsWith("application/json");
  const code = el("code", { text: isJson ? pretty(text) : text });
  return [scrolling(code, `Response of ${path}`), copyButton("Copy response", () => text)];
}

function replaceResponse(response, elements) {
  for (const old of response.querySelectorAll("img")) URL.revokeObjectURL(old.src);
  response.replaceChildren(...elements);
}

/** A block of code that scrolls: with the keyboard too, so it can have the focus. */
function scrolling(code, name) {
  return el("pre", { class: "api-code", tabindex: "0", role: "region", "aria-label": name }, code);
}

/**
 * The command that sends the same request.
 * @param {{path: string, method: string}} endpoint
 * @param {string | null} body
 */
export function curl({ path }, body) {
  const url = `${location.origin}${path}`;
  if (body === null) return `curl -s ${url}`;
  const quoted = body.trim().replace(/\s*\n\s*/g, " ").replaceAll("'", "'\\''");
  return `curl -s ${url} -H 'Content-Type: application/json' -d '${quoted}'`;
}

/** A button that copies a text. Without a clipboard, as on an address that is not secure, it says so. */
function copyButton(label, text) {
  const button = el("button", { type: "button", class: "quiet", text: label, onclick: copy });
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select and copy it";
    }
    setTimeout(() => (button.textContent = label), COPIED);
  }
  return button;
}
