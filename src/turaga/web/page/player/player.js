/** Plays any sequence of frames: play, pause, step, timeline and speed. Frames are counted from 0. */

import { el, svg } from "../core/dom.js";
import { grouped } from "../core/words.js";
import { makeTimeline } from "./timeline.js";

const SLOWEST = 1; // frames per second
const FASTEST = 1000; // that can be chosen
const DEFAULT_SECONDS = 6; // duration of a walk, unless the user chooses a speed
const MOST_SECONDS = 30;
const NOTCHES = 60; // positions of the speed slider
const LONGEST_PAUSE = 250; // milliseconds: a page that was hidden for longer does not catch up

const SIGNS = {
  first: "M5 4h2v12H5zM16 4v12L8 10z",
  back: "M14 4v12L6 10z",
  play: "M6 3.5v13L17 10z",
  pause: "M5 4h3.6v12H5zM11.4 4H15v12h-3.6z",
  on: "M6 4v12l8-6z",
  last: "M13 4h2v12h-2zM4 4v12l8-6z",
};

/** @param {string} name */
function sign(name) {
  const path = svg("path", { d: SIGNS[name] });
  return svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, path);
}

/**
 * @param {{length?: number, onFrame: (frame: number, how: {glide: boolean}) => void, onChoice?: () => void,
 *   onStep?: (frame: number) => void, onEnd?: () => void, noun?: string}} how
 *   `onFrame` draws a frame; `glide` says that it is next to the last one. `onChoice` is called when the user
 *   changes the speed, stops, or goes to a frame, `onStep` when they use a button or a key (the timeline
 *   announces its own position), and `onEnd` when playing has reached the end. `noun` is the word for a frame.
 */
export function makePlayer({
  length = 0, onFrame, onChoice = () => {}, onStep = () => {}, onEnd = () => {}, noun = "step",
}) { // prettier-ignore
  let frame = 0;
  let speed = null; // frames per second chosen by the user
  let playing = false;
  let clock = 0;
  let owed = 0; // fractions of a frame that are due

  const button = (name, action) =>
    el("button", { type: "button", class: `player-${name}`, onclick: action }, sign(name)); // prettier-ignore
  const buttons = {
    first: button("first", () => goByUser(0)),
    back: button("back", () => goByUser(frame - 1)),
    play: button("play", toggle),
    on: button("on", () => goByUser(frame + 1)),
    last: button("last", () => goByUser(length - 1)),
  };
  const timeline = makeTimeline({ onInput: (to) => goByUser(to, { quiet: true }) });
  const place = el("output", { class: "player-place", for: timeline.id });
  const pace = el("input", {
    type: "range", min: 0, max: NOTCHES, step: 1, class: "player-pace", "aria-label": "Speed",
    oninput: () => chooseSpeed(SLOWEST * (FASTEST / SLOWEST) ** (Number(pace.value) / NOTCHES)),
  }); // prettier-ignore
  const paceWords = el("span", { class: "player-pace-words" });
  const buttonRow = el("div", { class: "player-buttons" }, ...Object.values(buttons));
  const element = el("div", { class: "player", role: "group", "aria-label": "Player" },
    timeline.element,
    el("div", { class: "player-row" },
      buttonRow,
      place,
      el("label", { class: "player-speed" }, el("span", { class: "player-speed-word", text: "Speed" }), pace, paceWords))); // prettier-ignore

  // Without a choice, a walk takes a few seconds, and a very long one half a minute.
  const most = () => Math.max(FASTEST, length / MOST_SECONDS);
  const speedNow = () => speed ?? Math.min(most(), Math.max(2, length / DEFAULT_SECONDS));
  const framed = (/** @type {number} */ count) => `${noun}${count === 1 ? "" : "s"}`;

  function label(/** @type {any} */ one, /** @type {string} */ words, /** @type {string} */ keys) {
    one.setAttribute("aria-label", words);
    one.title = `${words} (${keys})`;
  }

  function showButtons() {
    label(buttons.first, `First ${noun}`, "Home");
    label(buttons.back, `Previous ${noun}`, "left arrow");
    label(buttons.on, `Next ${noun}`, "right arrow");
    label(buttons.last, `Last ${noun}`, "End");
    label(buttons.play, playing ? "Pause" : "Play", "Space");
    buttons.play.replaceChildren(sign(playing ? "pause" : "play"));
  }

  function showSpeed() {
    const now = speedNow();
    const rounded = now < 10 ? Math.round(now * 2) / 2 : Math.round(now);
    pace.value = String(Math.round((NOTCHES * Math.log(now / SLOWEST)) / Math.log(FASTEST / SLOWEST)));
    pace.style.setProperty("--share", String(Number(pace.value) / NOTCHES));
    paceWords.textContent = `${grouped(rounded)}/s`;
    pace.setAttribute("aria-valuetext", `${rounded} ${framed(rounded)} per second`);
  }

  function showPlace() {
    const word = noun.charAt(0).toUpperCase() + noun.slice(1);
    const numbers = `${grouped(frame + 1)} of ${grouped(length)}`;
    place.replaceChildren(...(length ? [el("span", { class: "player-noun", text: `${word} ` }), numbers] : []));
    timeline.show(frame, length ? `${word} ${numbers}` : "");
    for (const each of Object.values(buttons)) each.disabled = length < 2;
  }

  function chooseSpeed(/** @type {number | null} */ wanted) {
    speed = wanted === null ? null : Math.min(FASTEST, Math.max(SLOWEST, wanted));
    showSpeed();
    onChoice();
  }

  function go(/** @type {number} */ to) {
    if (length === 0) return;
    const next = Math.max(0, Math.min(length - 1, Math.round(to)));
    const glide = Math.abs(next - frame) === 1;
    frame = next;
    showPlace();
    onFrame(frame, { glide });
  }

  /** Go to a frame on the user's request, and stop playing. */
  function goByUser(/** @type {number} */ to, { quiet = false } = {}) {
    pause();
    go(to);
    onChoice();
    if (!quiet) onStep(frame);
  }

  function play() {
    if (playing || length < 2) return;
    if (frame >= length - 1) go(0);
    playing = true;
    owed = 0;
    clock = performance.now();
    showButtons();
    requestAnimationFrame(tick);
  }

  function pause() {
    if (!playing) return;
    playing = false;
    showButtons();
  }

  function toggle() {
    if (playing) pause();
    else play();
    onChoice();
  }

  function tick(/** @type {number} */ now) {
    if (!playing) return;
    owed += (Math.min(LONGEST_PAUSE, Math.max(0, now - clock)) / 1000) * speedNow();
    clock = now;
    const whole = Math.floor(owed);
    if (whole > 0) {
      owed -= whole;
      go(frame + whole);
    }
    if (frame >= length - 1) {
      pause();
      onEnd();
      onChoice();
    } else {
      requestAnimationFrame(tick);
    }
  }

  /** Handle Space, arrows, Home and End, unless the focus is on an element that uses these keys itself. */
  function onKeydown(/** @type {KeyboardEvent} */ event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || length < 2) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest?.("input, select, textarea, [role=grid], [role=tablist], [role=listbox], dialog")) return;
    const presses = target.closest?.("button, a, summary");
    const action = {
      " ": presses ? null : toggle,
      ArrowLeft: () => goByUser(frame - 1),
      ArrowRight: () => goByUser(frame + 1),
      Home: () => goByUser(0),
      End: () => goByUser(length - 1),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  timeline.setLength(length);
  showButtons();
  showSpeed();
  showPlace();
  return {
    element,
    go,
    goByUser,
    play,
    pause,
    toggle,
    /** Set the number of frames, and the word for one. The current frame stays if it still exists. */
    setLength(/** @type {number} */ now, word = noun) {
      length = now;
      noun = word;
      timeline.setLength(length);
      timeline.setMarks([]);
      frame = Math.max(0, Math.min(frame, length - 1));
      showButtons();
      showSpeed();
      showPlace();
    },
    /** Mark frames on the timeline. @param {import("./timeline.js").TimelineMark[]} marks */
    setMarks(marks) {
      timeline.setMarks(marks);
      showPlace();
    },
    /** Set the frames per second, or null for a speed that suits the length. @param {number | null} wanted */
    setSpeed(wanted) {
      speed = wanted === null ? null : Math.min(FASTEST, Math.max(SLOWEST, wanted));
      showSpeed();
    },
    /** Start or stop listening for keys on the whole page. @param {boolean} on */
    listen(on) {
      document.removeEventListener("keydown", onKeydown);
      if (on) document.addEventListener("keydown", onKeydown);
    },
    get frame() {
      return frame;
    },
    get length() {
      return length;
    },
    get playing() {
      return playing;
    },
    /** The speed chosen by the user, or null. */
    get speed() {
      return speed === null ? null : Math.round(speed * 10) / 10;
    },
  };
}
