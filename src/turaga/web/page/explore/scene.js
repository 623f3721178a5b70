/** What the board of Explore shows at a frame: the walk, or a proof instead of it, and what is pointed at. */

import { EMPTY } from "../player/frames.js";
import { sceneOf } from "../player/scene.js";
import { canEnd, howOf } from "./question.js";

/**
 * @param {{view: import("../core/view.js").View, result: import("./finder.js").Result | null,
 *   look: import("../player/look.js").Look, at: number, failure: any, pointed: number | null,
 *   isDrawing: boolean, hasRoom: boolean}} now
 *   `isDrawing`: the walk draws itself, to be looked at: without degrees and possible moves. `pointed` is a
 *   square that the user points at in a text. `hasRoom`: whether squares have room for degrees.
 */
export function sceneFor({ view, result, look, at, failure, pointed, isDrawing, hasRoom }) {
  const proof = failure.shown;
  const isOther = !result || result.question.board.key !== view.board.key; // the walk of another board
  const marks = new Map(proof ? proof.marks : failure.marksAt(at));
  if (pointed !== null) marks.set(pointed, { kind: "ringed", words: "named in the text" });
  const scene = sceneOf({
    board: view.board, look: isDrawing ? { ...look, degrees: false } : look, at, marks, hasRoom,
    reel: proof || isOther ? EMPTY : result.reel, strokes: proof?.strokes, start: view.start,
    end: canEnd(howOf(view)) ? view.end : null, openStart: isOther ? false : result.question.rule.openStart,
  }); // prettier-ignore
  return isDrawing ? { ...scene, targets: [], next: null } : scene;
}
