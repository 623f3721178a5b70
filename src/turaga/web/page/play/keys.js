/** The keys of the game. They work everywhere on the page except in fields and menus. */

const OTHERS = "input:not([type=checkbox]), select, textarea, dialog, [role=tablist]";

/** The keys and what they do, for the help. */
export const KEYS = [
  ["Arrow keys", "select a square; Home, End, Page Up and Page Down go to the edges"],
  ["Enter, Space", "move to the selected square"],
  ["t, Shift+t", "select the next or previous possible move"],
  ["u, Backspace", "undo the last step (or Ctrl+z)"],
  ["r", "redo the step you undid (or Ctrl+y)"],
  ["h", "get a hint: where to go, or how far to go back; Escape cancels it"],
  ["d", "show or hide degrees: how many unvisited squares are a move away"],
  ["n", "start a new game; the current one is saved"],
];

/**
 * A function that starts and stops listening for the game's keys.
 * @param {object} actions
 * @param {() => void} actions.undo
 * @param {() => void} actions.redo
 * @param {() => void} actions.hint
 * @param {() => void} actions.degrees
 * @param {() => void} actions.renew
 * @param {() => void} actions.cancel
 * @param {(step: 1 | -1) => void} actions.nextTarget
 */
export function makeKeys(actions) {
  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const plain = {
    u: actions.undo,
    Backspace: actions.undo,
    r: actions.redo,
    y: actions.redo,
    h: actions.hint,
    d: actions.degrees,
    n: actions.renew,
    t: (event) => actions.nextTarget(event.shiftKey ? -1 : 1),
    Escape: actions.cancel,
  };
  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const withControl = { z: (event) => (event.shiftKey ? actions.redo() : actions.undo()), y: actions.redo };

  /** @param {KeyboardEvent} event */
  function onKeydown(event) {
    if (event.defaultPrevented || event.altKey || event.metaKey) return;
    if (/** @type {HTMLElement} */ (event.target).closest?.(OTHERS)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = (event.ctrlKey ? withControl : plain)[key];
    if (!action) return;
    if (key !== "Escape") event.preventDefault();
    action(event);
  }

  return (/** @type {boolean} */ on) => {
    document.removeEventListener("keydown", onKeydown);
    if (on) document.addEventListener("keydown", onKeydown);
  };
}
