/** The page about the API, made from the OpenAPI document of the server. */

import { el } from "../core/dom.js";
import { endpointsOf, fieldsOf } from "./schema.js";
import { tryIt } from "./tryit.js";

const DOCUMENT = "/api/v1/openapi.json";
const MANY = 8; // fields that a phone shows at once
const narrow = window.matchMedia("(max-width: 60rem)");

async function start() {
  const loading = document.getElementById("loading");
  let root;
  try {
    const response = await fetch(DOCUMENT);
    if (!response.ok) throw new Error(response.statusText);
    root = await response.json();
  } catch {
    loading.textContent = "The server is not responding. Start it with turaga serve, and reload this page.";
    return;
  }
  const endpoints = endpointsOf(root);
  loading.remove();
  document.getElementById("endpoints").append(...endpoints.map((one) => section(one, root)));
  document.querySelector(".api-list").append(list(endpoints));
  watchPlace(endpoints);
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** The list of endpoints, as links. */
function list(endpoints) {
  return el("ul", {}, ...endpoints.map((one) => el("li", {}, el("a", { href: `#${one.id}` }, shortName(one)))));
}

function shortName({ path }) {
  return path.replace(/^\/api\/v1\//, "");
}

/** An endpoint: what it does, an example, and its fields. */
function section(endpoint, root) {
  const title = `${endpoint.id}-title`;
  const fields = endpoint.body ? fieldsOf(endpoint.body, root) : [];
  return el(
    "section",
    { id: endpoint.id, class: "api-endpoint", "aria-labelledby": title },
    el(
      "div",
      { class: "api-says" },
      el(
        "h2",
        { id: title },
        el("span", { class: `api-method ${endpoint.method.toLowerCase()}`, text: endpoint.method }),
        " ",
        el("code", { text: endpoint.path }),
      ),
      el("p", { class: "api-sentence", text: endpoint.says }),
      endpoint.more ? el("p", { class: "note" }, ...withCode(endpoint.more)) : null,
    ),
    tryIt(endpoint),
    fields.length ? fieldList(fields) : null,
  );
}

/** A text in which `parts` in backquotes are code. @param {string} text */
function withCode(text) {
  return text.split("`").map((part, index) => (index % 2 ? el("code", { text: part }) : part));
}

function fieldList(fields) {
  const open = !(narrow.matches && fields.length > MANY);
  return el(
    "details",
    { class: "api-fields", open },
    el("summary", { text: fields.length === 1 ? "1 field" : `${fields.length} fields` }),
    el("dl", {}, ...fields.flatMap(fieldItem)),
  );
}

function fieldItem({ name, required, kind, text, normal }) {
  const facts = [kind, normal ? `default ${normal}` : ""].filter(Boolean).join("; ");
  return [
    el("dt", {}, el("code", { text: name }), required ? el("span", { class: "api-required", text: "required" }) : null),
    el(
      "dd",
      {},
      text ? el("p", {}, ...withCode(text)) : null,
      el("p", { class: "api-kind", text: facts.charAt(0).toUpperCase() + facts.slice(1) }),
    ),
  ];
}

/** Mark the endpoint that is being read in the list. */
function watchPlace(endpoints) {
  const links = new Map(
    [...document.querySelectorAll(".api-list a")].map((link) => [link.getAttribute("href").slice(1), link]),
  );
  const visible = new Set();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) visible.add(target.id);
        else visible.delete(target.id);
      }
      const first = endpoints.find((one) => visible.has(one.id));
      for (const [id, link] of links) {
        if (first && id === first.id) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-10% 0px -60% 0px" },
  );
  for (const { id } of endpoints) observer.observe(document.getElementById(id));
}

void start();
