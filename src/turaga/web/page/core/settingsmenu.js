/** The menu for theme, notation and sound. */

import { el, radios } from "./dom.js";
import { currentOptions } from "./server.js";
import { choose, setting } from "./settings.js";

const CHOICES = [
  ["theme", "Theme", [["system", "System"], ["light", "Light"], ["dark", "Dark"]]],
  ["notation", "Squares", [["chess", "e4"], ["pairs", "row,column"]]],
  ["sound", "Sound", [["off", "Off"], ["on", "On"]]],
]; // prettier-ignore

/** The content of the menu. @returns {HTMLElement} */
export function makeSettingsMenu() {
  const groups = CHOICES.map(([name, label, choices]) => {
    const group = radios(label, choices, (value) => choose(name, value));
    group.set(setting(name));
    return group.element;
  });
  document.addEventListener("pointerdown", (event) => {
    const menu = document.querySelector(".settings[open]");
    if (menu && !menu.contains(event.target)) menu.removeAttribute("open");
  });
  document.addEventListener("keydown", (event) => {
    const menu = document.querySelector(".settings[open]");
    if (event.key !== "Escape" || !menu) return;
    menu.removeAttribute("open");
    menu.querySelector("summary").focus();
  });
  const version = el("span", {});
  const showVersion = () => {
    const { version: now } = currentOptions();
    version.textContent = now ? `Turaga ${now} · ` : "Turaga · ";
  };
  // The version is known when the server has responded.
  document.querySelector(".settings")?.addEventListener("toggle", showVersion);
  return el("div", { class: "settings-groups" }, ...groups,
    el("p", { class: "note colophon" }, version, el("a", { href: "/api", text: "API for programs" }))); // prettier-ignore
}
