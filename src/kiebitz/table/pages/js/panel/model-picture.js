// The picture of a card's model as the server draws it, and what each player considers possible, in words.

import { html } from "../html.js";
import { cardSign, placeName, said, saidMarkup, say } from "../language.js";

/** A place for the picture with the words below it; `drawPicture` fills it. */
export function modelMarkup({ svg, said: why, considers: all }) {
  return html`<div class="picture"></div>${svg ? "" : html`<p>${saidMarkup(why)}</p>`}
    <ul class="considers">${all.map(({ seat, places }) => html`<li>${considers(seat, places)}</li>`)}</ul>`;
}

/** Put the server's picture where its markup left a place. */
export function drawPicture(element, { svg }) {
  const picture = element.querySelector(".picture");
  picture.innerHTML = svg; // drawn by the server, names escaped there
  for (const text of picture.querySelectorAll("[data-said]")) text.textContent = said(JSON.parse(text.dataset.said), { card: cardSign });
}

function considers(seat, labels) {
  const [who, places] = [placeName(seat), labels.map((label) => said(label)).join(", ")];
  return labels.length === 1 ? say("{who} knows: {places}", { who, places }) : say("{who} considers possible: {places}", { who, places });
}
