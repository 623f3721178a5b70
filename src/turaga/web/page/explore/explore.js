/** Interim. */
import { makeBoardView } from "../board/view.js";
import { el } from "../core/dom.js";
export function make(context) {
  const view = makeBoardView({ board: context.view.board, label: "Board" });
  return {
    stage: el("div", { class: "mode-stage" }, el("div", { class: "board-box" }, view.element), el("div", { class: "under", text: "controls" })),
    tabs: { explain: el("p", { text: "Explain" }), options: el("p", { text: "Options" }), share: el("p", { text: "Share" }) },
    show({ board }) { view.setBoard(board); view.draw({ path: [0, 10, 20] }); },
    hide() {},
  };
}
