/** Messages outside the modes: for screen readers, and in bars at the bottom of the window. */

const announcer = document.getElementById("announcer");
const warning = document.getElementById("warning");

/** @type {string[]} */
let toSay = [];

/** Let a screen reader say something. A text that is repeated must change in order to be heard again. */
export function announce(text) {
  if (!text) return;
  if (!toSay.length) queueMicrotask(say); // announcements of one action are joined
  if (!toSay.includes(text)) toSay.push(text);
}

function say() {
  const text = toSay.map((words) => (/[.!?…]$/.test(words) ? words : `${words}.`)).join(" ");
  toSay = [];
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}

/** Show a warning until the user closes it. An empty text hides it. */
export function warn(text) {
  document.getElementById("warning-text").textContent = text;
  announce(text);
  showBar(warning, Boolean(text));
}

/** Show or hide a bar, without losing the focus. @param {HTMLElement} bar @param {boolean} on */
export function showBar(bar, on) {
  const hadFocus = bar.contains(document.activeElement);
  bar.hidden = !on;
  if (!on && hadFocus) document.getElementById("main").focus();
}
