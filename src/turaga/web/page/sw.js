// The service worker: the page's files from the server, and those kept from last time when the server is
// lost. So a game in the middle goes on after a reload, and a new version is taken at once where there is a
// server. Never the API: an answer of yesterday is none.

const KEPT = "turaga-page";
const MOST_FILES = 200; // more than the page will ever have: a list that grows past it is a fault
const NAMED = /(?:src=|href=|from |import |import\(|url\()["']([^"'\s]+\.[a-z0-9]+)["']/g;
const AFTER_OPENING = 1000; // milliseconds: the page comes first

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !isFile(url)) return;
  event.respondWith(answer(event.request));
  // Each time the page is opened: so what is kept is whole, and all of one version. Without a server it
  // stays.
  if (event.request.mode === "navigate") event.waitUntil(keepAllSoon());
});

async function keepAllSoon() {
  await new Promise((resolve) => setTimeout(resolve, AFTER_OPENING));
  await keepAll().catch(() => undefined);
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
 * The file from the server, else the one kept.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok) {
      const kept = await caches.open(KEPT);
      await kept.put(new URL(request.url).pathname, fresh.clone());
      return fresh;
    }
    return (await found(request)) ?? fresh;
  } catch (error) {
    const old = await found(request);
    if (old) return old;
    throw error;
  }
}

/**
 * @param {Request} request
 * @returns {Promise<Response | undefined>}
 */
async function found(request) {
  return (await caches.open(KEPT)).match(new URL(request.url).pathname);
}

/** Fetch the page, every file it names and those they name, and keep them; drop what nothing names. */
async function keepAll() {
  /** @type {Map<string, Response>} */
  const files = new Map();
  const waiting = ["/"];
  while (waiting.length && files.size < MOST_FILES) {
    const path = /** @type {string} */ (waiting.pop());
    if (files.has(path)) continue;
    const response = await fetch(path, { cache: "no-cache" });
    if (response.status === 404 && path !== "/") continue; // only named in passing, as in a comment
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    files.set(path, response.clone());
    if (isText(response)) waiting.push(...named(await response.text(), path));
  }
  // Only when all are there: half of a new version is worse than an old one.
  const kept = await caches.open(KEPT);
  await Promise.all([...files].map(([path, response]) => kept.put(path, response)));
  for (const request of await kept.keys()) {
    if (!files.has(new URL(request.url).pathname)) await kept.delete(request);
  }
}

/** @param {Response} response */
function isText(response) {
  return /html|javascript|css|manifest/.test(response.headers.get("Content-Type") ?? "");
}

/**
 * The files of the page that a text names, in `src="..."`, `href="..."`, `from "..."`, `import("...")`,
 * `url("...")`.
 * @param {string} text
 * @param {string} path  of the text, from which names are read
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
