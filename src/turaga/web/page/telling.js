/** The outcome in words above a board, always as high, and "why?" where theory has more to say. */

import { el, freshId } from "./dom.js";
import { sentence } from "./words.js";

const STILL_ASKING = "It does not answer; it will be asked again as soon as it does.";
const PATIENCE = 250; // milliseconds before waiting is spoken of

/**
 * @param {{api: any, label?: string, announce?: (text: string) => void, again?: () => void}} how
 *   `again` asks once more what the server could not answer.
 */
export function makeTelling({ api, label = "Outcome", announce = () => {}, again = () => {} }) {
  const head = el("p", { class: "outcome-head" });
  const text = el("span", {});
  const why = el("button", {
    type: "button", class: "quiet why", text: "Why?", hidden: true, onclick: () => void explain(),
  }); // prettier-ignore
  const retry = el("button", { type: "button", class: "quiet why", text: "Try again", hidden: true });
  retry.addEventListener("click", () => {
    head.tabIndex = -1;
    head.focus(); // the button goes as it is pressed
    again();
  });
  const element = el(
    "div",
    { class: "outcome told", role: "region", "aria-label": label },
    head,
    el("p", { class: "outcome-text" }, text, " ", why, retry),
  );
  const titleId = freshId("why");
  const title = el("h3", { id: titleId });
  const lines = el("div", { class: "why-lines" });
  const shut = el("button", { type: "button", class: "main", text: "Close", onclick: () => dialog.close() });
  const dialog = el("dialog", { class: "why-dialog", "aria-labelledby": titleId }, title, lines, shut);
  element.append(dialog);
  let question = null;
  let timer = 0;

  function put(kind, headWords, textWords) {
    clearTimeout(timer);
    element.className = `outcome told ${kind}`;
    element.removeAttribute("aria-busy");
    head.textContent = headWords;
    text.textContent = textWords;
    why.hidden = true;
    retry.hidden = true;
  }

  async function explain() {
    why.setAttribute("aria-busy", "true");
    try {
      showReasons(await api.ask("explain", question));
    } catch (error) {
      showLines("No explanation", [error.message]);
    } finally {
      why.removeAttribute("aria-busy");
    }
  }

  function showReasons({ board, start, end, closed, exists, reason, lines: told, source, construction }) {
    const ends = `${start ? ` from ${start}` : ""}${end ? ` to ${end}` : ""}`;
    const asked = `Is there ${closed ? "a closed tour" : "a tour"} of ${board.rows}×${board.cols}${ends}?`;
    const verdict = exists === null ? "Not known" : exists ? "Yes" : "No";
    showLines(asked, [
      sentence(reason ? `${verdict}: ${reason}` : verdict),
      ...told,
      ...(construction ? [sentence(construction)] : []),
      ...(source ? [`Source: ${sentence(source)}`] : []),
    ]);
  }

  function showLines(heading, words) {
    if (element.closest("[hidden]")) return; // one has gone elsewhere meanwhile, and would be under it
    title.textContent = heading;
    lines.replaceChildren(...words.map((line) => el("p", { text: line })));
    dialog.showModal();
  }

  return {
    element,
    /** The outcome; "why?" is asked of `asked` unless a tour was found. */
    tell({ kind, head: headWords, text: textWords }, asked) {
      put(kind, headWords, textWords);
      question = asked;
      why.hidden = kind === "found" || !asked;
    },
    /** A question is under way; it is spoken of only if it takes long enough to be noticed. */
    wait(what) {
      clearTimeout(timer);
      element.setAttribute("aria-busy", "true");
      timer = setTimeout(() => {
        put("waiting", "One moment…", `Looking for a ${what}.`);
        element.setAttribute("aria-busy", "true");
      }, PATIENCE);
    },
    /** No answer. */
    fail(error) {
      if (error.status === 0) put("waiting", "Waiting for the server", STILL_ASKING);
      else {
        put("failed", "No answer", error.message);
        retry.hidden = error.status === 422; // the same would be answered the same
        announce(`No answer. ${error.message}`);
      }
    },
  };
}
