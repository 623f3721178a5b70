/**
 * What a mouse, a pen or fingers do on a board: pick a square, drag the knight, paint, pan, and zoom. One
 * pointer does one of these at a time; two fingers zoom.
 */

import { squareAt, squaresBetween } from "./keys.js";

/** @typedef {{row: number, col: number}} BoardPlace  in squares from the top left corner */

/**
 * @typedef {object} GestureHow
 * @property {() => import("../core/board.js").Board} board
 * @property {(point: {clientX: number, clientY: number}) => BoardPlace} placeOf
 * @property {(n: number) => boolean} canDrag
 * @property {() => boolean} canPan
 * @property {() => boolean} isPainting
 * @property {(n: number, place: BoardPlace | null) => void} onPick
 * @property {(n: number, phase: "begin" | "go" | "end") => void} onPaint
 * @property {{take: (n: number) => void, carry: (place: BoardPlace) => void,
 *   drop: (to: number | null, place: BoardPlace) => void, cancel: () => void}} drag
 * @property {(dx: number, dy: number) => void} onPan
 * @property {(factor: number, point: {clientX: number, clientY: number}) => boolean} onZoom
 */

const NEAR = { mouse: 4, pen: 6, touch: 9 }; // pixels that a pointer may move in a click

/** @param {HTMLElement} element @param {GestureHow} how */
export function listenToGestures(element, how) {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  /** @type {{kind: "" | "drag" | "pan" | "paint" | "pinch", id: number, from: PointerEvent, last: PointerEvent,
   *   n: number | null, dragging: boolean} | null} */
  let gesture = null;
  let clickIsOver = false; // the click after a gesture is not a pick

  const near = (one, other) =>
    Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) <= (NEAR[one.pointerType] ?? 6);
  const hold = (event) => {
    // A pointer that a script made up cannot be captured.
    try {
      element.setPointerCapture(event.pointerId);
    } catch {}
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 2 && how.canPan()) return beginPinch(event);
    if (gesture) return;
    clickIsOver = false;
    const place = how.placeOf(event);
    const n = squareAt(place, how.board());
    gesture = { kind: "", id: event.pointerId, from: event, last: event, n, dragging: false };
    if (how.isPainting()) {
      gesture.kind = "paint";
      event.preventDefault(); // no selection, no focus on what is below
      hold(event);
      if (n !== null) how.onPaint(n, "begin");
    } else if (n !== null && how.canDrag(n)) gesture.kind = "drag";
    else if (how.canPan()) gesture.kind = "pan";
  });

  function beginPinch(event) {
    if (gesture?.dragging && gesture.kind === "drag") how.drag.cancel();
    if (gesture?.kind === "paint") return;
    gesture = { kind: "pinch", id: -1, from: event, last: event, n: null, dragging: true };
    clickIsOver = true;
  }

  element.addEventListener("pointermove", (event) => {
    if (gesture?.kind === "pinch" && fingers.has(event.pointerId)) return pinch(event);
    if (!gesture || event.pointerId !== gesture.id) return;
    if (gesture.kind === "paint") return paint(event);
    if (!gesture.dragging) {
      if (!gesture.kind || near(event, gesture.from)) return;
      gesture.dragging = clickIsOver = true;
      hold(event);
      if (gesture.kind === "drag" && gesture.n !== null) how.drag.take(gesture.n);
    }
    if (gesture.kind === "drag") how.drag.carry(how.placeOf(event));
    else how.onPan(event.clientX - gesture.last.clientX, event.clientY - gesture.last.clientY);
    gesture.last = event;
  });

  function pinch(event) {
    const others = [...fingers.values()].filter((finger) => finger.pointerId !== event.pointerId);
    const before = /** @type {PointerEvent} */ (fingers.get(event.pointerId));
    fingers.set(event.pointerId, event);
    const other = others[0];
    if (!other) return;
    const gap = (one) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
    const halfway = (/** @type {"clientX" | "clientY"} */ side) => (event[side] + other[side]) / 2;
    const middle = { clientX: halfway("clientX"), clientY: halfway("clientY") };
    how.onPan((event.clientX - before.clientX) / 2, (event.clientY - before.clientY) / 2);
    how.onZoom(gap(event) / gap(before), middle);
  }

  function paint(event) {
    if (!gesture) return;
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const one of passed.length ? passed : [event]) {
      const found = squaresBetween(how.placeOf(gesture.last), how.placeOf(one), how.board());
      for (const n of found) {
        how.onPaint(n, gesture.n === null ? "begin" : "go"); // a stroke can begin outside the board
        gesture.n = n;
      }
      gesture.last = one;
    }
  }

  element.addEventListener("pointerup", (event) => {
    fingers.delete(event.pointerId);
    if (!gesture || (gesture.kind !== "pinch" && event.pointerId !== gesture.id)) return;
    const { kind, dragging, n } = gesture;
    if (kind === "pinch" && fingers.size) return;
    if (kind === "paint") paint(event);
    const last = gesture.n;
    gesture = null;
    if (kind === "paint" && last !== null) how.onPaint(last, "end");
    if (kind === "drag" && dragging) {
      const place = how.placeOf(event);
      const to = squareAt(place, how.board());
      how.drag.drop(to === n ? null : to, place);
    }
  });

  element.addEventListener("pointercancel", (event) => {
    fingers.delete(event.pointerId);
    if (!gesture || (gesture.kind !== "pinch" && event.pointerId !== gesture.id)) return;
    const { kind, dragging, n } = gesture;
    gesture = null;
    if (kind === "paint" && n !== null) how.onPaint(n, "end");
    if (kind === "drag" && dragging) how.drag.cancel();
  });

  element.addEventListener("click", (event) => {
    const wasGesture = clickIsOver;
    clickIsOver = false;
    if (wasGesture || how.isPainting()) return;
    if (how.canPan() && event.detail > 1) return; // a double click zooms; its first click has picked
    /** @type {HTMLElement | null} */
    const cell = /** @type {HTMLElement} */ (event.target).closest("[data-n]");
    const place = event.detail ? how.placeOf(event) : null; // a screen reader clicks without a place
    const n = place ? squareAt(place, how.board()) : cell && Number(cell.dataset.n);
    if (n !== null) how.onPick(n, place);
  });
  element.addEventListener("dblclick", (event) => {
    if (!how.isPainting() && how.onZoom(2, event)) event.preventDefault();
  });
  element.addEventListener(
    "wheel",
    (event) => {
      const pixels = event.deltaY * (event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? 400 : 1);
      if (how.onZoom(Math.exp(-Math.max(-240, Math.min(240, pixels)) * 0.0022), event)) event.preventDefault();
    },
    { passive: false },
  );
}
