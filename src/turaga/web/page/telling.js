/** The outcome above a board, in a box of constant height, with a button that explains why there is a tour or not. */

import { el, freshId } from "./dom.js";
import { sentence } from "./words.js";

const STILL_ASKING = "The request will be sent again as soon as the server responds.";
const PATIENCE = 250; // milliseconds before a wait is shown

/**
 * @param {{api: any, label?: string, announce?: (text: string) => void, again?: () => void}} how
 *   `again` sends the failed request again.
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
    head.focus(); // the button disappears when it is pressed
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
      showLines("No explanation available", [error.message]);
    } finally {
      why.removeAttribute("aria-busy");
    }
  }

  function showReasons({ board, start, end, closed, exists, reason, lines: told, source, construction }) {
    const ends = `${start ? ` from ${start}` : ""}${end ? ` to ${end}` : ""}`;
    const asked = `Is there ${closed ? "a closed tour" : "a tour"} of ${board.rows}x${board.cols}${ends}?`;
    const verdict = exists === null ? "Unknown" : exists ? "Yes" : "No";
    showLines(asked, [
      sentence(reason ? `${verdict}: ${reason}` : verdict),
      ...told,
      ...(construction ? [sentence(construction)] : []),
      ...(source ? [`Source: ${sentence(source)}`] : []),
    ]);
  }

  function showLines(heading, words) {
    if (element.closest("[hidden]")) return; // the user has opened another page in the meantime
    title.textContent = heading;
    lines.replaceChildren(...words.map((line) => el("p", { text: line })));
    dialog.showModal();
  }

  return {
    element,
    /** Show an outcome. Unless a tour was found, a button asks for an explanation of the request `asked`. */
    tell({ kind, head: headWords, text: textWords }, asked) {
      put(kind, headWords, textWords);
      question = asked;
      why.textContent = kind === "impossible" ? "Why?" : "Is there a tour?";
      why.hidden = kind === "found" || !asked;
    },
    /** Show that a request is running, but only if it takes long enough to be noticed. */
    wait(what) {
      clearTimeout(timer);
      element.setAttribute("aria-busy", "true");
      timer = setTimeout(() => {
        put("waiting", "One moment…", `Looking for a ${what}.`);
        element.setAttribute("aria-busy", "true");
      }, PATIENCE);
    },
    /** Show an error. */
    fail(error) {
      if (error.status === 0) put("waiting", "Waiting for the server", STILL_ASKING);
      else {
        put("failed", "No result", error.message);
        retry.hidden = error.status === 422; // the same request would fail again
        announce(`No result. ${error.message}`);
      }
    },
  };
}
