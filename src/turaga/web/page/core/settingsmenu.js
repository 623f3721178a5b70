/** The menu for theme, notation and sound. */

import { el, radios } from "./dom.js";
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
  return el("div", { class: "settings-groups" }, ...groups,
    el("p", { class: "note" }, el("a", { href: "/api", text: "The API" }), " for programs")); // prettier-ignore
}
