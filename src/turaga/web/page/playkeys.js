// The keys of the game. They work everywhere in it except in text fields.

const TYPED = "input:not([type=checkbox]), select, textarea";

/**
 * Listen for the game's keys in `root`.
 * @param {HTMLElement} root
 * @param {object} actions
 * @param {() => void} actions.undo
 * @param {() => void} actions.redo
 * @param {() => void} actions.hint
 * @param {() => void} actions.degrees
 * @param {() => void} actions.renew
 * @param {() => void} actions.cancel
 * @param {(step: 1 | -1) => void} actions.nextTarget
 */
export function listenForKeys(root, actions) {
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

  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || /** @type {HTMLElement} */ (event.target).closest(TYPED)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = (event.ctrlKey ? withControl : plain)[key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
