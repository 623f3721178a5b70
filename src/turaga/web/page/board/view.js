/** Interim: the old board behind the new interface. */

import { makeBoard } from "../boardview.js";

export function makeBoardView({ board, label, onPick = () => {}, onKey = () => {} }) {
  let now = board;
  const old = makeBoard({ rows: board.rows, cols: board.cols, label, onPick, onKey });
  return {
    element: old.element,
    setBoard(next) {
      now = next;
      old.resize(next.rows, next.cols);
    },
    draw(scene) {
      const { shown = scene.path?.length ?? 0, path = [], total, ...rest } = scene;
      const marks = new Map(scene.marks ?? []);
      if (now.holes) for (let n = 0; n < now.area; n++) if (now.holes[n]) marks.set(n, { kind: "bad" });
      const clean = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      old.draw({ ...clean, marks, path: Array.from(path.slice(0, shown)), length: total ?? now.size, closed: Boolean(scene.closed && shown === path.length) });
    },
    focus: old.focus,
    sweep() {},
    setPaint() {},
    renameSquares() {},
    zoom: { canZoom: false, fit() {}, in() {}, out() {} },
    get pixels() { return old.pixels; },
    get hasRoomForNumbers() { return old.hasRoomForNumbers; },
    get hasRoomForFigures() { return old.hasRoomForFigures; },
  };
}
