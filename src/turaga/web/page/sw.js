// The service worker. It loads the files of the page from the server, and uses the copies from last time when
// the server does not respond. So a game can continue after a reload, and a new version is used at once. It
// never stores responses of the API. If another program responds on this port, its responses are passed on.

const CACHE = "turaga-page";
const MOST_FILES = 200; // more than the page will ever have
const NAMED = /(?:src=|"src": |href=|from |import |import\(|url\(|fetch\(|new URL\()["']([^"'\s]+\.[a-z0-9]+)["']/g;
const AFTER_OPENING = 1000; // milliseconds, so that the page itself loads first
const FROM_PROXY = [502, 503, 504]; // a proxy responds, but the server behind it does not, or it is overloaded

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(storeAll());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !isFile(url)) return;
  event.respondWith(answer(event.request));
  // Each time the page is opened, so that the copies are complete and of the same version. Without a server
  // they stay as they are.
  if (event.request.mode === "navigate") event.waitUntil(storeAllSoon());
});

async function storeAllSoon() {
  await new Promise((resolve) => setTimeout(resolve, AFTER_OPENING));
  await storeAll().catch(() => undefined);
}

/**
 * Whether this is the page or one of its files.
 * @param {URL} url
 */
function isFile(url) {
  const here = url.origin === self.location.origin;
  return here && (url.pathname === "/" || url.pathname.startsWith("/page/"));
}

/**
 * Whether a response comes from this server and not from another program on the same port.
 * @param {Response} response
 */
function isOurs(response) {
  return response.headers.has("Turaga-Server");
}

/**
 * The file from the server, or the stored copy if the server cannot send it. Other responses are passed on:
 * the redirect that removes the token from the address, the message that the token is missing, and whatever
 * another program sends.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(request) {
  let fresh;
  try {
    fresh = await fetch(request);
  } catch (error) {
    const old = await found(request);
    if (old) return old;
    throw error;
  }
  if (fresh.ok && isOurs(fresh)) {
    await keep(request, fresh.clone()).catch(() => undefined); // there is no room: the page works all the same
    return fresh;
  }
  const missing = isOurs(fresh) && (fresh.status === 404 || fresh.status === 500);
  const useCopy = missing || FROM_PROXY.includes(fresh.status);
  return (useCopy && (await found(request))) || fresh;
}

/** @param {Request} request @param {Response} response */
async function keep(request, response) {
  await (await caches.open(CACHE)).put(new URL(request.url).pathname, response);
}

/**
 * @param {Request} request
 * @returns {Promise<Response | undefined>}
 */
async function found(request) {
  return (await caches.open(CACHE)).match(new URL(request.url).pathname);
}

/** Fetch and store the page and every file that it uses, directly or indirectly. Delete copies of others. */
async function storeAll() {
  /** @type {Map<string, Response>} */
  const files = new Map();
  const waiting = ["/"];
  while (waiting.length && files.size < MOST_FILES) {
    const path = /** @type {string} */ (waiting.pop());
    if (files.has(path)) continue;
    const response = await fetch(path, { cache: "no-cache" });
    if (response.status === 404 && path !== "/") continue; // not a file: a name in a comment, for example
    if (!response.ok || !isOurs(response)) throw new Error(`${path}: ${response.status}`);
    files.set(path, response.clone());
    if (isText(response)) waiting.push(...named(await response.text(), path));
  }
  // Store them only when all have arrived: half of a new version is worse than an old one.
  const cache = await caches.open(CACHE);
  await Promise.all([...files].map(([path, response]) => cache.put(path, response)));
  for (const request of await cache.keys()) {
    if (!files.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** @param {Response} response */
function isText(response) {
  return /html|javascript|css|manifest/.test(response.headers.get("Content-Type") ?? "");
}

/**
 * The files of the page that a text refers to, in `src="..."`, `"src": "..."`, `href="..."`, `from "..."`,
 * `import("...")`, `url("...")`, `fetch("...")` or `new URL("...")`.
 * @param {string} text
 * @param {string} path  of the text; names are relative to it
 * @returns {string[]}
 */
function named(text, path) {
  const names = text.matchAll(NAMED);
  const base = new URL(path, self.location.origin);
  return [...names]
    .filter(([, name]) => URL.canParse(name, base))
    .map(([, name]) => new URL(name, base))
    .filter(isFile)
    .map((url) => url.pathname);
}
