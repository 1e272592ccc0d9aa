// Cards as markup.

import { html } from "./html.js";
import { cardName, letters, suitName } from "./language.js";
import { settings } from "./settings.js";
import { worthText } from "./worth.js";

const HOME = new URL("..", import.meta.url).pathname; // of the edition that this module comes from

export function faceUrl(card) {
  return `${HOME}faces/${settings.faces}/${card}.svg?letters=${letters()}`;
}

/** A card that lies somewhere; `hidden` keeps it from screen readers where a text says the same. */
export function card(name, more = "", hidden = false) {
  const label = hidden ? "" : cardName(name);
  return html`<img class="card ${more}" data-card="${name}" src="${faceUrl(name)}" alt="${label}" decoding="sync" draggable="false">`;
}

/** The picture of a suit; with German suits there is no sign for it. */
export function suitPicture(suit) {
  return html`<img class="suit-picture" src="${faceUrl(suit)}" alt="${suitName(suit)}">`;
}

/** The same with a bar that says what playing it is worth, where that is known. */
export function valuedCard(name, worth, more = "") {
  if (!worth) return card(name, more);
  return html`<span class="card valued ${more}" data-card="${name}">
    <img src="${faceUrl(name)}" alt="${cardName(name)}" decoding="sync" draggable="false">${worthBar(worth)}</span>`;
}

export function worthBar({ value, share, isBest }) {
  return html`<span class="worth" data-best="${isBest}" style="--share:${share}"><b>${worthText(value)}</b></span>`;
}

export function back(more = "") {
  return html`<img class="card back ${more}" src="${faceUrl("back")}" alt="" decoding="sync" draggable="false">`;
}
