// Choosing a card of the round: its suit, then its rank. Buttons have `data-suitpick` or `data-card`.

import { suitPicture } from "../cards.js";
import { html } from "../html.js";
import { cardName, cardSign, parts, say, suitName, suitSign, suitWords } from "../language.js";

export function cardPicker(cards, chosen) {
  const mine = chosen && parts(chosen).suit;
  const suits = [...new Set(cards.map((card) => parts(card).suit))];
  const suit = (each) => html`
    <button data-suitpick="${each}" data-suit="${each}" aria-pressed="${String(each === mine)}" title="${suitName(each)}"
      aria-label="${suitWords(each)}">${suitSign(each) || suitPicture(each)}</button>`;
  const rank = (card) => html`
    <button data-card="${card}" data-suit="${mine}" aria-pressed="${String(card === chosen)}" aria-label="${cardSign(card)}, ${cardName(card)}">${cardSign(card)}</button>`;
  const ranks = cards.filter((card) => parts(card).suit === mine);
  return html`<div class="pick" role="group" aria-label="${say("Suit")}">${suits.map(suit)}</div>
    <div class="pick" role="group" aria-label="${say("Rank")}">${ranks.map(rank)}</div>`;
}

/** The card that a click on one of these buttons chooses, if it was on one. */
export function picked(button, cards) {
  const { suitpick, card } = button.dataset;
  return suitpick ? cards.find((each) => parts(each).suit === suitpick) : card;
}
