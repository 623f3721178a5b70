/** Plays any sequence of frames: play, pause, step, timeline and speed. Frames are counted from 0. */

import { el, freshId, svg } from "./dom.js";

const SLOWEST = 1; // frames per second
const FASTEST = 1000;
const DEFAULT_SECONDS = 14; // duration of a walk unless the user chooses a speed
const NOTCHES = 60; // positions of the speed slider

const SIGNS = {
  first: "M5 4h2v12H5zM16 4v12L8 10z",
  back: "M14 4v12L6 10z",
  play: "M6 3.5v13L17 10z",
  pause: "M5 4h3.6v12H5zM11.4 4H15v12h-3.6z",
  on: "M6 4v12l8-6z",
  last: "M13 4h2v12h-2zM4 4v12l8-6z",
};

function sign(name) {
  const path = svg("path", { d: SIGNS[name] });
  return svg("svg", { viewBox: "0 0 20 20", class: "sign", "aria-hidden": "true" }, path);
}

/**
 * @param {{length: number, onFrame: (frame: number) => void, onChoice?: () => void,
 *   onStep?: (frame: number) => void, noun?: string}} how
 *   `onChoice` is called when the user changes the speed, stops, or goes to a frame. `onStep` is called when
 *   they use a button or a key (the timeline announces its own position). `noun` is the word for a frame.
 */
export function makePlayer({ length, onFrame, onChoice = () => {}, onStep = () => {}, noun = "step" }) {
  let frame = 0;
  let speed = null; // frames per second chosen by the user
  let playing = false;
  let clock = 0;
  let owed = 0; // fractions of a frame that are due

  const button = (name, label, keys, action) =>
    el("button", {
      type: "button", class: `player-${name}`, "aria-label": label, title: `${label} (${keys})`,
      onclick: action,
    }, sign(name)); // prettier-ignore
  const playButton = button("play", "Play", "Space", toggle);
  const buttons = [
    button("first", "First step", "Home", () => goByUser(0)),
    button("back", "Step back", "left arrow", () => goByUser(frame - 1)),
    playButton,
    button("on", "Step forward", "right arrow", () => goByUser(frame + 1)),
    button("last", "Last step", "End", () => goByUser(length - 1)),
  ];
  const timelineId = freshId("timeline");
  const timeline = el("input", {
    type: "range", id: timelineId, class: "timeline", min: 1, max: Math.max(1, length), step: 1, value: 1,
    "aria-label": "Timeline", oninput: () => goByUser(Number(timeline.value) - 1, { quiet: true }),
  }); // prettier-ignore
  const notches = el("div", { class: "timeline-marks", "aria-hidden": "true" });
  const place = el("output", { class: "player-place", for: timelineId });
  const pace = el("input", {
    type: "range", min: 0, max: NOTCHES, step: 1, class: "player-pace", "aria-label": "Speed",
    oninput: () => chooseSpeed(SLOWEST * (FASTEST / SLOWEST) ** (Number(pace.value) / NOTCHES)),
  }); // prettier-ignore
  const paceWords = el("span", { class: "player-pace-words" });
  const element = el(
    "div",
    { class: "player", role: "group", "aria-label": "Player" },
    el("div", { class: "timeline-box" }, timeline, notches),
    el("div", { class: "player-row" },
      el("div", { class: "player-buttons" }, ...buttons),
      place,
      el("label", { class: "player-speed" }, el("span", { text: "Speed" }), pace, paceWords)),
  ); // prettier-ignore

  const speedNow = () => speed ?? Math.min(FASTEST, Math.max(2, length / DEFAULT_SECONDS));

  function showSpeed() {
    const now = speedNow();
    const rounded = now < 10 ? Math.round(now * 2) / 2 : Math.round(now);
    pace.value = String(Math.round((NOTCHES * Math.log(now / SLOWEST)) / Math.log(FASTEST / SLOWEST)));
    paceWords.textContent = `${rounded} ${rounded === 1 ? noun : `${noun}s`}/s`;
    pace.setAttribute("aria-valuetext", `${rounded} ${rounded === 1 ? noun : `${noun}s`} per second`);
  }

  function showPlace() {
    timeline.value = String(frame + 1);
    const words = length ? `${noun} ${frame + 1} of ${length}` : `no ${noun}s`;
    place.textContent = words;
    timeline.setAttribute("aria-valuetext", words);
    timeline.style.setProperty("--share", String(length > 1 ? frame / (length - 1) : 0));
    const still = length < 2;
    timeline.disabled = still;
    for (const each of buttons) each.disabled = still;
  }

  function chooseSpeed(wanted) {
    speed = wanted === null ? null : Math.min(FASTEST, Math.max(SLOWEST, wanted));
    showSpeed();
    onChoice();
  }

  function go(to, { quiet = false } = {}) {
    const next = Math.max(0, Math.min(length - 1, Math.round(to)));
    if (length === 0) return;
    frame = next;
    showPlace();
    if (!quiet) onFrame(frame);
  }

  /** Go to a frame on the user's request, and stop playing. */
  function goByUser(to, { quiet = false } = {}) {
    pause();
    go(to);
    onChoice();
    if (!quiet) onStep(frame);
  }

  function showPlaying() {
    const label = playing ? "Pause" : "Play";
    playButton.replaceChildren(sign(playing ? "pause" : "play"));
    playButton.setAttribute("aria-label", label);
    playButton.title = `${label} (Space)`;
  }

  function play() {
    if (playing || length < 2) return;
    if (frame >= length - 1) go(0);
    playing = true;
    owed = 0;
    clock = performance.now();
    showPlaying();
    requestAnimationFrame(tick);
  }

  function pause() {
    if (!playing) return;
    playing = false;
    showPlaying();
  }

  function toggle() {
    if (playing) pause();
    else play();
    onChoice();
  }

  function tick(now) {
    if (!playing) return;
    // A page that was hidden for a while does not catch up.
    owed += (Math.min(250, Math.max(0, now - clock)) / 1000) * speedNow();
    clock = now;
    const whole = Math.floor(owed);
    if (whole > 0) {
      owed -= whole;
      go(frame + whole);
    }
    if (frame >= length - 1) {
      pause();
      onChoice();
    } else {
      requestAnimationFrame(tick);
    }
  }

  /** Handle Space, arrows, Home and End, unless the focus is on an element that uses these keys itself. */
  function onKeydown(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || length < 2) return;
    if (event.target.closest?.("input, select, textarea, [role=grid], dialog")) return;
    const presses = event.target.closest?.("button, a, summary");
    const actions = {
      " ": presses ? null : toggle,
      ArrowLeft: () => goByUser(frame - 1),
      ArrowRight: () => goByUser(frame + 1),
      Home: () => goByUser(0),
      End: () => goByUser(length - 1),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  showSpeed();
  showPlace();
  return {
    element,
    go,
    play,
    pause,
    toggle,
    /** Set the number of frames, and the word for one. The current frame stays if it still exists. */
    setLength(now, word = noun) {
      length = now;
      noun = word;
      timeline.max = String(Math.max(1, length));
      frame = Math.max(0, Math.min(frame, length - 1));
      showSpeed();
      showPlace();
    },
    /** Mark frames on the timeline. @param {{at: number, kind: string}[]} marks */
    setMarks(marks) {
      notches.replaceChildren(
        ...marks.map(({ at, kind }) => {
          const notch = el("span", { class: `notch ${kind}` });
          notch.style.setProperty("--share", String(length > 1 ? at / (length - 1) : 0));
          return notch;
        }),
      );
    },
    /** Set the frames per second, or null for a speed that suits the length. */
    setSpeed(wanted) {
      speed = wanted === null ? null : Math.min(FASTEST, Math.max(SLOWEST, wanted));
      showSpeed();
    },
    /** Start or stop listening for keys on the whole page. */
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
