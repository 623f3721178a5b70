// The keys of the game, wherever the focus is in it but where text is typed.

const TYPED = "input:not([type=checkbox]), select, textarea";

/**
 * Listen for the game's keys in `root`.
 * @param {HTMLElement} root
 * @param {object} deeds
 * @param {() => void} deeds.undo
 * @param {() => void} deeds.redo
 * @param {() => void} deeds.hint
 * @param {() => void} deeds.degrees
 * @param {() => void} deeds.renew
 * @param {() => void} deeds.leave
 * @param {(step: 1 | -1) => void} deeds.nextTarget
 */
export function listenForKeys(root, deeds) {
  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const plain = {
    u: deeds.undo,
    Backspace: deeds.undo,
    r: deeds.redo,
    y: deeds.redo,
    h: deeds.hint,
    d: deeds.degrees,
    n: deeds.renew,
    t: (event) => deeds.nextTarget(event.shiftKey ? -1 : 1),
    Escape: deeds.leave,
  };
  /** @type {Record<string, (event: KeyboardEvent) => void>} */
  const withControl = { z: (event) => (event.shiftKey ? deeds.redo() : deeds.undo()), y: deeds.redo };

  root.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || /** @type {HTMLElement} */ (event.target).closest(TYPED)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const deed = (event.ctrlKey ? withControl : plain)[key];
    if (!deed) return;
    event.preventDefault();
    deed(event);
  });
}
