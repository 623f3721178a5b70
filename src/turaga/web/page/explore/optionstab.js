/** The tab Options: start, end, method and look; the details of the rule are under Advanced. */

import { el } from "../core/dom.js";
import { makeEndsPicker } from "../options/endspicker.js";
import { makeHowPicker } from "../options/howpicker.js";
import { makeLeaperField } from "../options/leaperfield.js";
import { makeRulePicker } from "../options/rulepicker.js";
import { makeSwitches } from "../player/look.js";
import { canEnd, howOf } from "./question.js";

/**
 * @param {{systems: readonly any[], onEnds: (changes: object) => void, onHow: (how: string) => void,
 *   onRule: (rule: object, system: any) => void, onSwitch: (name: string, on: boolean) => void,
 *   onBoard: (board: any) => void}} how
 */
export function makeOptions({ systems, onEnds, onHow, onRule, onSwitch, onBoard }) {
  const ends = makeEndsPicker({ onChange: onEnds });
  const hows = makeHowPicker({ onChange: onHow });
  const switches = makeSwitches(onSwitch);
  const rules = makeRulePicker({ legend: "Rule", systems, onChange: onRule });
  const leaper = makeLeaperField({ onChange: onBoard });
  const advanced = el("details", { class: "advanced" }, el("summary", { text: "Advanced" }),
    el("div", { class: "advanced-body" }, rules.element, leaper.element)); // prettier-ignore
  const element = el("div", { class: "options" },
    ends.element,
    el("fieldset", {}, el("legend", { text: "Show" }), switches.element),
    hows.element,
    advanced); // prettier-ignore
  let shownLeaper = "";
  return {
    element,
    /** What a click on the board sets: "start" or "end". */
    get sets() {
      return ends.sets;
    },
    setSystems: rules.setSystems,
    /** @param {import("../core/view.js").View} view @param {import("../player/look.js").Look} look */
    show(view, look) {
      const how = howOf(view);
      ends.show({ ...view, canEnd: canEnd(how) });
      hows.show(how);
      switches.show(look);
      rules.show(view.rule);
      leaper.show(view.board);
      if (String(view.board.leaper) === shownLeaper) return;
      shownLeaper = String(view.board.leaper);
      rules.setLeaper(view.board.leaper);
    },
  };
}
