/** Soft sounds, if the visitor has chosen them in the settings. They are computed here: there are no files. */

import { setting } from "./settings.js";

/** @type {AudioContext | null} */
let audio = null;

/** The audio context, made on first use, because browsers allow it only after a click or a key. */
function audioNow() {
  if (setting("sound") !== "on") return null;
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume().catch(() => {});
    return audio;
  } catch {
    return null; // this device has no sound
  }
}

/**
 * One tone that fades out.
 * @param {AudioContext} context
 * @param {{pitch: number, at?: number, seconds: number, loud: number, fall?: number}} tone  `pitch` in hertz,
 *   `at` in seconds from now, `fall`: the share of the pitch that it has at its end
 */
function tone(context, { pitch, at = 0, seconds, loud, fall = 1 }) {
  const begin = context.currentTime + at;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = "sine";
  source.frequency.setValueAtTime(pitch, begin);
  source.frequency.exponentialRampToValueAtTime(pitch * fall, begin + seconds);
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loud, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + seconds);
  source.connect(volume).connect(context.destination);
  source.start(begin);
  source.stop(begin + seconds + 0.02);
}

/** A soft tap, as of wood: a move. */
export function soundMove() {
  const context = audioNow();
  if (!context) return;
  tone(context, { pitch: 420, fall: 0.45, seconds: 0.09, loud: 0.22 });
  tone(context, { pitch: 1250, fall: 0.6, seconds: 0.03, loud: 0.05 });
}

/** A low, short sound: a move that is not possible. */
export function soundRefused() {
  const context = audioNow();
  if (context) tone(context, { pitch: 150, fall: 0.7, seconds: 0.14, loud: 0.16 });
}

/** A small rising chord: every square is visited. */
export function soundWin() {
  const context = audioNow();
  if (!context) return;
  [392, 493.9, 587.3, 784].forEach((pitch, k) => {
    tone(context, { pitch, at: 0.11 * k, seconds: 1.3, loud: 0.11 });
  });
}
