/** The link to the view: a button that copies it, and what the link cannot do. */

import { el } from "../core/dom.js";
import { MOST_LINKED } from "../core/holes.js";
import { grouped } from "../core/words.js";
import { saveBoard } from "./files.js";

const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const LOCAL = "This page runs on your own computer, so the link works only here.";

/**
 * @param {any} context
 * @param {{getLink?: () => string, instead?: string}} [how]  the link to copy, and what to do about a link that
 *   works only on this computer
 */
export function makeCopyLink(context, { getLink = () => context.link(), instead = "" } = {}) {
  const note = el("p", { class: "note" });
  const text = el("input", { type: "text", readonly: true, class: "share-link", "aria-label": "Link", hidden: true });
  const button = el("button", { type: "button", class: "main", text: "Copy link", onclick: () => void copy() });
  const limits = el("p", { class: "note", hidden: true });
  const file = el("button", {
    type: "button", text: "Download the board", hidden: true, onclick: () => saveBoard(context.view.board),
  }); // prettier-ignore
  const element = el("section", { class: "share-part", "aria-label": "Link" }, button, text, note, limits, file);

  async function copy() {
    const link = getLink();
    try {
      await navigator.clipboard.writeText(link);
      text.hidden = true;
      note.textContent = "Link copied.";
    } catch {
      text.hidden = false;
      text.value = link;
      text.select();
      note.textContent = "The browser does not let the page copy. Here is the link.";
    }
    context.announce(note.textContent);
  }

  return {
    element,
    /** The view has changed. */
    refresh() {
      const { board } = context.view;
      const isLocal = LOCAL_NAMES.includes(location.hostname);
      const isLarge = board.holes !== null && board.area > MOST_LINKED;
      limits.textContent = isLarge
        ? `A link cannot hold the holes of a board with more than ${grouped(MOST_LINKED)} squares. Download the board instead.`
        : isLocal
          ? `${LOCAL} ${instead}`.trim()
          : "";
      limits.hidden = !limits.textContent;
      file.hidden = !board.holes;
      note.textContent = "";
      text.hidden = true;
    },
  };
}
