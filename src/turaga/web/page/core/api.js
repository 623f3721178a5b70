/**
 * Requests to the server. Every response is JSON or a file. Every failure is an `ApiError` whose message is
 * one sentence for the user.
 */

const ROOT = "/api/v1/";
const TRIES_WHEN_BUSY = 2;
const NO_RESPONSE = "The server is not responding.";
const UNREADABLE = "The server’s response is not valid.";
const SPREAD = 1000; // milliseconds of random delay, so that a whole class does not retry at the same moment

/** A request that failed. `status` is the HTTP status, or 0 if the server did not respond. */
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
 * Call `watcher` whenever the connection to the server is lost or restored. Returns a function that stops it.
 * @param {(reached: boolean) => void} watcher
 */
export function onReach(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function setReached(now) {
  if (now === reached) return;
  reached = now;
  for (const watcher of watchers) watcher(now);
}

/**
 * Parse JSON. A whole number of more than 15 digits becomes a string, because a JavaScript number cannot hold
 * it exactly.
 * @param {string} text
 */
export function parse(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  return JSON.parse(text.replace(tokens, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token)));
}

/** The opposite of `parse`: a BigInt becomes a whole number. @param {object} body */
function write(body) {
  const text = JSON.stringify(body, (_, value) => (typeof value === "bigint" ? `\u0000${value}` : value));
  return text.replace(/"\\u0000(\d+)"/g, "$1");
}

/**
 * Send a request and return the response: a POST of `body`, or a GET without one.
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
 * Request a file from the server.
 * @param {string} path
 * @param {object} body
 * @param {{signal?: AbortSignal}} [how]
 * @returns {Promise<Blob>}
 */
export async function file(path, body, { signal } = {}) {
  return readAll(await reach(path, body, { signal, accept: "*/*" }), "blob");
}

/**
 * Send a request whose response arrives in parts, one line of JSON each. The last line contains the whole
 * response or an error.
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
    const { done, value } = await orNoResponse(reader.read());
    if (done) break;
    const lines = (held + value).split("\n");
    held = lines.pop();
    lines.forEach(take);
  }
  take(held);
  if (!answer) throw new ApiError("The connection was lost before the response was complete.", { status: 0 });
  return answer;
}

/** Fetch a successful response. If the server is overloaded, try again after the time that it names. */
async function reach(path, body, { signal, accept }) {
  for (let tries = 0; ; tries++) {
    const response = await orNoResponse(
      fetch(ROOT + path, {
        method: body === null ? "GET" : "POST",
        headers: body === null ? { Accept: accept } : { Accept: accept, "Content-Type": "application/json" },
        body: body === null ? undefined : write(body),
        signal,
      }),
    );
    setReached(true);
    if (response.ok) return response;
    const failure = await failed(response);
    if (response.status !== 503 || tries >= TRIES_WHEN_BUSY) throw failure;
    await pause((failure.retryAfter ?? 1) * 1000 + Math.random() * SPREAD, signal);
  }
}

async function readAll(response, how) {
  return orNoResponse(response[how]());
}

/** Await a promise. Throws `ApiError` if the connection fails; an AbortError is passed on. */
async function orNoResponse(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    setReached(false);
    throw new ApiError(NO_RESPONSE, { status: 0 });
  }
}

/** Parse the text of a response. Throws `ApiError` if it is not JSON, such as the error page of a proxy. */
function read(text) {
  try {
    return parse(text);
  } catch {
    throw new ApiError(UNREADABLE, { status: 502 });
  }
}

/** The error for a failed response, whatever its shape. */
async function failed(response) {
  const after = Number(response.headers.get("Retry-After"));
  const facts = { status: response.status, retryAfter: after > 0 ? after : null };
  let detail = null;
  try {
    detail = parse(await response.text()).detail;
  } catch {
    detail = null; // the error page of a proxy, or an empty body
  }
  if (Array.isArray(detail) && detail.length) {
    const { loc = [], msg, type } = detail[0];
    return new ApiError(sentence(msg), { ...facts, field: String(loc[loc.length - 1] ?? ""), kind: type });
  }
  return new ApiError(sentence(detail || `The server responded with status ${response.status}`), facts);
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
