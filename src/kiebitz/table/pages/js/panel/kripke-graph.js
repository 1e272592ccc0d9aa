// <kripke-graph>: the model of one card before and after the last event, what one thinks of another, and formulas.

import { html, put } from "../html.js";
import { number, placeName, saidMarkup, say } from "../language.js";
import { pencil } from "../settings.js";
import { answered, ask, isSame, request } from "./asking.js";
import { percent } from "./belief-matrix.js";
import { cardPicker, picked } from "./card-picker.js";
import { drawPicture, modelMarkup } from "./model-picture.js";
import { worldMarkup } from "./world.js";

class KripkeGraph extends HTMLElement {
  constructor() {
    super();
    Object.assign(this, { card: "", when: "after", eyes: "open", formula: "", result: null, beliefs: null, pair: [0, 1] });
  }

  connectedCallback() {
    this.addEventListener("click", (event) => this.clicked(event.target.closest("button")));
    this.addEventListener("change", (event) => this.changed(event.target));
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.target.matches(".formula")) this.judge();
      else this.think();
    });
  }

  /** Show the model of the chosen card at a moment. */
  async show(given) {
    if (!given.cards.includes(this.card)) this.card = given.held[0] || given.cards[0] || ""; // of a card that is gone there is little to say
    const context = { ...given, card: this.card }; // always another one: what was asked before is answered too late
    if (!isSame(this.context, context)) Object.assign(this, { beliefs: null, result: null });
    else if (this.context.card !== this.card) this.beliefs = null;
    this.context = context;
    const { seat, ply } = context;
    const found = this.card ? await ask(`card/${this.card}`, { seat, ply, open: this.isOpen, sets: this.isSets, ...pencil() }) : null;
    if (this.context !== context) return;
    this.found = found;
    this.draw();
  }

  get isOpen() {
    return this.eyes !== "own" && this.context.all;
  }

  get isSets() {
    return this.eyes === "sets" && this.context.all;
  }

  draw() {
    const { names } = this.context;
    const moment = this.found?.[this.when] || this.found?.after;
    put(this, html`${this.pickMarkup()}${moment ? html`<div class="model">${modelMarkup(moment)}</div>${key(moment, this.isSets)}` : ""}
      ${this.nestedMarkup(names)}
      ${this.formulaMarkup(names)}`);
    if (moment) drawPicture(this.querySelector(".model"), moment);
  }

  /** With whose eyes, which card, and before or after the last event. */
  pickMarkup() {
    const { cards, all } = this.context;
    const when = (each, text) => html`<button data-when="${each}" aria-pressed="${String(each === this.when)}">${text}</button>`;
    return html`${all ? this.eyesMarkup() : ""}
      ${cardPicker(cards, this.card)}
      ${this.found?.before ? html`<div class="pick" role="group">${when("before", say("before the last event"))}${when("after", say("now"))}</div>` : ""}`;
  }

  eyesMarkup() {
    const option = (eyes, text) => html`<option value="${eyes}" ${eyes === this.eyes ? "selected" : ""}>${text}</option>`;
    return html`<p><label>${say("Seen with")} <select name="eyes">${option("open", say("open cards"))}
      ${option("own", say("this player's eyes"))}${option("sets", say("open cards, as possibility sets"))}</select></label></p>`;
  }

  nestedMarkup(names) {
    const options = (chosen) => names.map((name, seat) => html`
      <option value="${seat}" ${seat === chosen ? "selected" : ""}>${placeName(name)}</option>`);
    const [one, other] = this.pair;
    return html`<form class="nested"><h3>${say("What one thinks of another")}</h3>
      <select name="one" aria-label="${say("What one thinks of another")} 1">${options(one)}</select> ${say("thinks that")}
      <select name="other" aria-label="${say("What one thinks of another")} 2">${options(other)}</select> ${say("considers possible")}:
      <button>${say("Ask")}</button>${this.beliefs ? beliefsMarkup(this.beliefs) : ""}</form>`;
  }

  formulaMarkup(names) {
    const word = (name) => /\d$/.test(name) ? name.replace(/(\w)\w* /g, "$1") : name.split(" ").pop(); // P1, not 1
    const { held } = this.context;
    const card = held.includes(this.card) ? this.card : held[0] ?? ""; // at the end nobody holds one
    const sample = card && `K[${word(names[0])}] ~has(${word(names[1])}, ${card})`;
    const offer = html`<p class="help"><button type="button" data-sample="${sample}">${say("Try")}: <code>${sample}</code></button></p>`;
    return html`<form class="formula"><h3><label for="formula">${say("Is it true?")}</label></h3>
      <div class="line"><input id="formula" name="formula" maxlength="400" autocomplete="off" spellcheck="false"
        placeholder="${sample}" value="${this.formula}"> <button>${say("Ask")}</button></div>
      <output aria-live="polite">${this.result ? this.verdict() : ""}</output>
      ${sample ? offer : ""}
      <dl class="help">${formulaHelp().map(([code, what]) => html`<dt><code>${code}</code></dt><dd>${what}</dd>`)}</dl></form>`;
  }

  verdict() {
    if (this.result.wait) return html`<p>${say("Working it out …")}</p>`;
    if (this.result.error) return html`<p role="alert">${saidMarkup(this.result.error)}</p>`;
    const { holds, formula, steps } = this.result;
    return html`<p class="verdict" data-holds="${holds}"><b>${truth(holds)}</b> <code>${formula}</code></p>
      ${steps.map(witness)}`;
  }

  clicked(button) {
    if (!button) return;
    const card = picked(button, this.context.cards);
    if (card) this.pick(card);
    else if (button.dataset.when) {
      this.when = button.dataset.when;
      this.draw();
      this.querySelector(`[data-when="${this.when}"]`)?.focus();
    } else if (button.dataset.sample) {
      this.querySelector("#formula").value = button.dataset.sample;
      this.judge();
    }
  }

  async pick(card) {
    this.card = card;
    await this.show(this.context);
    this.querySelector(`[data-card="${card}"]`)?.focus();
  }

  changed(field) {
    if (field.name === "eyes") {
      Object.assign(this, { eyes: field.value, result: null });
      this.show(this.context);
    } else if (field.name === "one" || field.name === "other") {
      this.pair[field.name === "one" ? 0 : 1] = Number(field.value);
      this.beliefs = null;
    }
  }

  async think() {
    const [seat, other] = this.pair;
    await this.wonder("beliefs", ask(`nested/${this.card}`, { seat, other, ply: this.context.ply }));
  }

  async judge() {
    const { seat, ply } = this.context;
    this.formula = this.querySelector("#formula").value;
    const question = { formula: this.formula, seat, ply, open: this.isOpen };
    if (await this.wonder("result", request("formula", question))) this.querySelector("#formula").focus();
  }

  /** Show an answer, unless another moment or card is shown or something else was asked meanwhile: was it shown? */
  async wonder(name, asking) {
    const waiting = { wait: true };
    this[name] = waiting;
    const answer = await answered(asking);
    if (this[name] !== waiting) return false;
    this[name] = answer;
    this.draw();
    return true;
  }
}

function key({ svg }, isSets) {
  if (isSets) return html`<p class="key">${say("Each card by itself, by what was seen and shown alone, as programs with a model for each card keep it. Hand sizes are not counted.")}</p>`;
  return svg ? html`<p class="key">${say("The worlds are all deals that the public events allow. A player also sees their own cards and considers fewer possible: those that Cards counts.")}</p>` : "";
}

function truth(holds) {
  return holds ? say("✓ true") : say("✗ false");
}

function formulaHelp() {
  return [
    ["has(East, QH)", say("East has the queen of hearts")], ["count(East, hearts) >= 2", say("at least two hearts")],
    ["K[North] …", say("North knows")], ["Kw[North] …", say("North knows whether")], ["M[North] …", say("North considers possible")],
    ["E …  C …  D …", say("everybody knows, common knowledge, pooled knowledge")], ["[! …] …", say("after an announcement")],
    ["~  &  |  ->", say("not, and, or, if")],
  ];
}

/** What one thinks that another considers possible: sets of places with their shares. */
function beliefsMarkup({ wait, error, beliefs, sampled, worlds }) {
  if (wait) return html`<p>${say("Working it out …")}</p>`;
  if (error) return html`<ul><li role="alert">${saidMarkup(error)}</li></ul>`;
  const line = ({ share, deals, places }) => html`<li style="--chance:${share}">
    ${percent(share)}${sampled ? "" : ` (${number(deals)})`}: ${places.map(placeName).join(", ")}</li>`;
  return html`<ul>${beliefs.map(line)}</ul>
    ${sampled ? html`<p class="key">${say("Estimated from {n:,} deals drawn at random; {of:,} are possible, too many to look at each.", { n: sampled, of: worlds })}</p>` : ""}`;
}

/** A world that bears witness: who considers it possible, where the cards lie in it, and what is true there. */
function witness({ seats, world, formula, value }) {
  const who = seats.map(placeName).join(", ");
  const considered = seats.length > 1 ? say("{who} together consider possible:", { who }) : say("{who} considers possible:", { who });
  return html`<div class="witness"><p>${who ? considered : say("For example:")}</p>${worldMarkup(world)}
    <p>${say("There")} <code>${formula}</code> ${truth(value)}</p></div>`;
}

customElements.define("kripke-graph", KripkeGraph);
