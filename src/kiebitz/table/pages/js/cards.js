// Cards as markup.

import { html } from "./html.js";
import { settings } from "./settings.js";
import { cardName } from "./texts.js";

export function faceUrl(card) {
  return `/faces/${settings.faces}/${card}.svg?letters=${settings.names === "auto" ? settings.language : settings.names}`;
}

/** A card that lies somewhere; `hidden` keeps it from screen readers where a text says the same. */
export function card(name, more = "", hidden = false) {
  const label = hidden ? "" : cardName(name);
  return html`<img class="card ${more}" data-card="${name}" src="${faceUrl(name)}" alt="${label}" decoding="sync" draggable="false">`;
}

export function back(more = "") {
  return html`<img class="card back ${more}" src="${faceUrl("back")}" alt="" decoding="sync" draggable="false">`;
}
