/** The knight in motion: it glides along an arc from square to square, or back to its square after a drag. */

const GLIDE = 140; // milliseconds
const RETURN = 160;
const ARC = 0.28; // height of the arc, in squares

/** Run a function in every frame with the share of the time that has passed, and another one at the end.
 * Returns a function that ends it at once. @param {number} duration @param {(share: number) => void} onFrame
 * @param {() => void} onEnd */
export function animate(duration, onFrame, onEnd) {
  let frame = 0;
  let begun = 0;
  let running = true;
  const end = () => {
    if (!running) return;
    running = false;
    cancelAnimationFrame(frame);
    onEnd();
  };
  const turn = (now) => {
    begun ||= now;
    const share = (now - begun) / duration;
    if (share >= 1) return end();
    onFrame(share);
    frame = requestAnimationFrame(turn);
  };
  frame = requestAnimationFrame(turn);
  return end;
}

/** Slow at both ends. @param {number} share */
const eased = (share) => share * share * (3 - 2 * share);

/**
 * The motions of the knight on a drawing. Places are in squares.
 * @param {() => {move: (place: any) => void, arrive: () => void}} drawing  the current one
 */
export function makeMotion(drawing) {
  let stop = () => {};

  /** @param {{x: number, y: number}} from @param {{x: number, y: number}} to
   * @param {{duration: number, arc: number, tip?: {from: number, step: number} | null}} how */
  function run(from, to, { duration, arc, tip = null }) {
    stop();
    const place = (share) => {
      const part = eased(share);
      const x = from.x + (to.x - from.x) * part;
      const y = from.y + (to.y - from.y) * part;
      const lift = Math.sin(Math.PI * share);
      return { x, y: y - arc * lift, lift: Math.max(0.02, lift), tip: tip && { ...tip, x, y } };
    };
    drawing().move(place(0));
    stop = animate(duration, (share) => drawing().move(place(share)), () => drawing().arrive());
  }

  return {
    /** Glide from a place to another, while the line follows. */
    glide(from, to, tip, wasDragged = false) {
      run(from, to, { duration: wasDragged ? GLIDE / 2 : GLIDE, arc: wasDragged ? 0 : ARC, tip });
    },
    /** Return to the square after a drag that ended elsewhere. */
    goBack(from, to) {
      run(from, to, { duration: RETURN, arc: 0 });
    },
    /** Finish at once what is in motion. */
    finish() {
      stop();
    },
  };
}
