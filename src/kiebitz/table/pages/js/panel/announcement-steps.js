// <announcement-steps>: what each event of the round announced, step by step, with the model of a card before and after.

import { html, put } from "../html.js";
import { number, placeName, saidMarkup, say, signsMarkup } from "../language.js";
import { pencil } from "../settings.js";
import { ask, isSame } from "./asking.js";
import { cardPicker, picked } from "./card-picker.js";
import { drawPicture, modelMarkup } from "./model-picture.js";

class AnnouncementSteps extends HTMLElement {
  constructor() {
    super();
    Object.assign(this, { card: "", number: null, found: null });
  }

  connectedCallback() {
    this.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button && button.ariaDisabled !== "true") this.clicked(button);
    });
  }

  /** Show the last announcement up to a moment, or the one that was stepped to. */
  async show(given) {
    const context = { ...given };
    if (!isSame(this.context, context)) this.number = null;
    if (!context.cards.includes(this.card)) this.card = context.cards[0] || "";
    this.context = context;
    const { seat, ply, all } = context;
    const how = { number: this.number, seat, ply, open: all, ...pencil() };
    const found = this.card ? await ask(`announcements/${this.card}`, how) : null;
    if (this.context !== context) return;
    this.found = found;
    this.draw();
  }

  draw() {
    const told = this.found?.told;
    put(this, html`${cardPicker(this.context.cards, this.card)}${this.found ? stepsMarkup(this.found) : ""}
      ${told ? toldMarkup(told) : html`<p>${say("Nothing has been announced in this round yet.")}</p>`}`);
    if (told) for (const when of ["before", "after"]) drawPicture(this.querySelector(`[data-when="${when}"]`), told[when]);
  }

  async clicked(button) {
    const { step, ply } = button.dataset;
    if (ply) {
      this.dispatchEvent(new CustomEvent("go", { detail: Number(ply), bubbles: true }));
      return;
    }
    const card = picked(button, this.context.cards);
    if (card) this.card = card;
    else this.number = this.found.number + Number(step);
    await this.show(this.context);
    this.querySelector(card ? `[data-card="${card}"]` : `[data-step="${step}"]`)?.focus();
  }
}

/** At an end the button stays, so that it keeps the focus, but does nothing. */
function stepsMarkup({ number: at, count }) {
  const step = (by, sign, text) => html`<button data-step="${by}" title="${text}" aria-label="${text}"
    aria-disabled="${String(at + by < 1 || at + by > count)}">${sign}</button>`;
  return html`<div class="steps">${step(-1, "◀", say("previous announcement"))}
    <output aria-live="polite">${say("Announcement {n} of {all}", { n: at, all: count })}</output>
    ${step(1, "▶", say("next announcement"))}</div>`;
}

function toldMarkup({ ply, said, formula, deals, ruled_out: lost, before, after }) {
  const count = ({ seat, before: old, after: now }) => html`<tr><th scope="row">${placeName(seat)}</th>
    <td>${number(old)}</td><td>${number(now)}</td></tr>`;
  const out = ({ place, cards }) => html`<li>${placeName(place)}: ${signsMarkup(cards)}</li>`;
  const side = (when, title, model) => html`<figure data-when="${when}"><figcaption>${title}</figcaption>${modelMarkup(model)}</figure>`;
  return html`<p class="said"><b>${saidMarkup(said)}</b> <button data-ply="${ply}">${say("go to ply {n}", { n: ply })}</button></p>
    <p class="key">${say("From now on this is common knowledge:")} <code>${formula}</code></p>
    <div class="sides">${side("before", say("before"), before)}${side("after", say("after"), after)}</div>
    ${lost.length ? html`<p>${say("Ruled out")}:</p><ul class="ruled">${lost.map(out)}</ul>` : html`<p>${say("No place is ruled out for any card.")}</p>`}
    ${deals.length ? html`<table class="deals"><thead><tr><th scope="col">${say("Possible deals")}</th>
      <th scope="col">${say("before")}</th><th scope="col">${say("after")}</th></tr></thead><tbody>${deals.map(count)}</tbody></table>` : ""}`;
}

customElements.define("announcement-steps", AnnouncementSteps);
