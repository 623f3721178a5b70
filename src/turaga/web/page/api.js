/**
 * Questions to the server. Every answer is JSON (or a file); every failure is an `ApiError` that holds one
 * sentence for a person.
 */

const ROOT = "/api/v1/";
const TRIES_WHEN_BUSY = 2;
const SILENCE = "The server does not answer.";
const UNREADABLE = "The server’s answer cannot be read.";
const SPREAD = 1000; // milliseconds, at random: a classroom that was sent away does not come back all at once

/** A question that got no answer: `status` 0 if there is no server, else what it said. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{status?: number, field?: string | null, retryAfter?: number | null,
   *   kind?: string | null}} [facts]
   */
  constructor(message, { status = 0, field = null, retryAfter = null, kind = null } = {}) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.field = field;
    this.retryAfter = retryAfter;
    this.kind = kind;
  }
}

const watchers = new Set();
let reached = true;

/**
 * Call back whenever the server is lost or found again; the answer stops that.
 * @param {(reached: boolean) => void} watcher
 */
export function onReach(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function tellReached(now) {
  if (now === reached) return;
  reached = now;
  for (const watcher of watchers) watcher(now);
}

/**
 * JSON as an object. A whole number of more than 15 digits stays text, because a number of JavaScript would
 * not hold it.
 * @param {string} text
 */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  return JSON.parse(text.replace(tokens, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token)));
}

/**
 * The answer to a question: a POST of `body`, or a GET without one.
 * @param {string} path below /api/v1/
 * @param {object | null} [body]
 * @param {{signal?: AbortSignal}} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, body = null, { signal } = {}) {
  const response = await reach(path, body, { signal, accept: "application/json" });
  return read(await readAll(response, "text"));
}

/**
 * A file the server makes.
 * @param {string} path
 * @param {object} body
 * @param {{signal?: AbortSignal}} [how]
 * @returns {Promise<Blob>}
 */
export async function file(path, body, { signal } = {}) {
  return readAll(await reach(path, body, { signal, accept: "*/*" }), "blob");
}

/**
 * The answer to a long question, its parts told as they come: a line of JSON each. The last line holds the
 * answer, or what went wrong.
 * @param {string} path
 * @param {object} body
 * @param {(part: any) => void} onPart
 * @param {{signal?: AbortSignal}} [how]
 * @returns {Promise<any>}
 */
export async function stream(path, body, onPart, { signal } = {}) {
  const response = await reach(path, body, { signal, accept: "application/x-ndjson" });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  let answer = null;
  const take = (line) => {
    if (!line.trim()) return;
    const part = read(line);
    if (part.error) throw new ApiError(part.error, { status: 500 });
    if (part.answer) answer = part.answer;
    else onPart(part);
  };
  for (;;) {
    const { done, value } = await orSilence(reader.read());
    if (done) break;
    const lines = (held + value).split("\n");
    held = lines.pop();
    lines.forEach(take);
  }
  take(held);
  if (!answer) throw new ApiError("The answer broke off before its end.", { status: 0 });
  return answer;
}

/** A response that is a success; an overloaded server is asked again when it says it may be. */
async function reach(path, body, { signal, accept }) {
  for (let tries = 0; ; tries++) {
    const response = await orSilence(
      fetch(ROOT + path, {
        method: body === null ? "GET" : "POST",
        headers: body === null ? { Accept: accept } : { Accept: accept, "Content-Type": "application/json" },
        body: body === null ? undefined : JSON.stringify(body),
        signal,
      }),
    );
    tellReached(true);
    if (response.ok) return response;
    const failure = await failed(response);
    if (response.status !== 503 || tries >= TRIES_WHEN_BUSY) throw failure;
    await pause((failure.retryAfter ?? 1) * 1000 + Math.random() * SPREAD, signal);
  }
}

async function readAll(response, how) {
  return orSilence(response[how]());
}

/** What was promised, or `ApiError` if the server went away; a question taken back stays an AbortError. */
async function orSilence(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    tellReached(false);
    throw new ApiError(SILENCE, { status: 0 });
  }
}

/** What a text holds; `ApiError` if it is no JSON, such as the page of a proxy. */
function read(text) {
  try {
    return parse(text);
  } catch {
    throw new ApiError(UNREADABLE, { status: 502 });
  }
}

/** The one sentence of a failure, from whichever shape it has. */
async function failed(response) {
  const after = Number(response.headers.get("Retry-After"));
  const facts = { status: response.status, retryAfter: after > 0 ? after : null };
  let detail = null;
  try {
    detail = parse(await response.text()).detail;
  } catch {
    detail = null; // a proxy's page, or nothing
  }
  if (Array.isArray(detail) && detail.length) {
    const { loc = [], msg, type } = detail[0];
    return new ApiError(sentence(msg), { ...facts, field: String(loc[loc.length - 1] ?? ""), kind: type });
  }
  return new ApiError(sentence(detail || `The server answered with status ${response.status}`), facts);
}

function sentence(text) {
  const words = String(text).trim();
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
