/** The tab to share a position: a link that opens it as a game, and a file for `turaga play --load`. */

import { el } from "../core/dom.js";
import { changed, linkOf } from "../core/view.js";
import { sizeName } from "../core/names.js";
import { writeGame, writePath } from "./gamefile.js";
import { plainNote } from "./notes.js";

const LOCAL = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * @param {object} how
 * @param {() => import("../core/view.js").View} how.getView
 * @param {() => import("./game.js").Game} how.getGame
 * @param {(note: import("./notes.js").Note) => void} how.say
 */
export function makeSharing({ getView, getGame, say }) {
  const copyButton = el("button", { type: "button", text: "Copy link to this position", onclick: copy });
  const saveButton = el("button", { type: "button", text: "Download this game", onclick: save });
  const said = el("p", { class: "note", role: "status" });
  const element = el(
    "div",
    { class: "play-share" },
    el("div", { class: "play-share-row" }, copyButton, saveButton),
    said,
    el("p", { class: "note" }, "The file is read by ", el("code", { text: "turaga play --load" }), "."),
  );

  /** The link that opens this position as a game. */
  const link = () => linkOf(changed(getView(), { mode: "play", params: { squares: writePath(getGame()) } }));

  async function copy() {
    const words = "Link copied. It opens this position as a game.";
    const local = LOCAL.test(location.hostname) ? " The address works only on this computer." : "";
    try {
      await navigator.clipboard.writeText(`${location.origin}/${link()}`);
      tell(`${words}${local}`);
    } catch {
      const note = plainNote("plain", "The browser does not let the page copy. Copy this link:");
      said.replaceChildren(`${note.text()} `, el("a", { href: link(), text: "Link" }));
      say({ ...note, actions: [{ label: "Link", href: link() }] });
    }
  }

  function save() {
    const game = getGame();
    const file = new Blob([`${JSON.stringify(writeGame(game))}\n`], { type: "application/json" });
    const address = URL.createObjectURL(file);
    el("a", { href: address, download: `knights-tour-game-${sizeName(game.board)}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000); // when the browser has read it
    tell("Game downloaded.");
  }

  /** @param {string} words */
  function tell(words) {
    said.textContent = words;
    say(plainNote("plain", words));
  }

  return {
    element,
    /** Show what can be shared now. */
    refresh() {
      for (const button of [copyButton, saveButton]) button.disabled = !getGame().path.length;
      said.textContent = "";
    },
  };
}
