// <mind-view>: why the last move was made, and what another agent would do now.

import { fromGame } from "../game-page.js";
import { html, put } from "../html.js";
import { isCard, isPlain, moveSign } from "../texts.js";
import { ask, isSame } from "./asking.js";
import { tell } from "./texts.js";
import { isWorld, worldMarkup } from "./world.js";
import { sentence, sentenceMarkup } from "../translating.js";
import { shares, worthText } from "../worth.js";

class MindView extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      if (event.target.closest("[data-solve]")) this.solve();
    });
    this.addEventListener("submit", (event) => {
      event.preventDefault();
      this.agent = new FormData(event.target).get("agent");
      this.askAgent();
    });
  }

  async show(context) {
    if (!isSame(this.context, context)) Object.assign(this, { found: { wait: true }, asked: null, solved: null });
    this.context = context;
    const found = context.ply ? await ask("mind", { ply: context.ply - 1 }).catch(({ message }) => ({ error: message })) : null;
    if (this.context !== context) return;
    this.found = found;
    this.draw();
  }

  askAgent() {
    return this.wonder("asked", "mind", { ply: this.context.ply, agent: this.agent });
  }

  solve() {
    return this.wonder("solved", "open", { ply: this.context.ply });
  }

  /** Ask and show the answer, unless another moment is shown or something else was asked meanwhile. */
  async wonder(name, what, values) {
    const waiting = { wait: true };
    this[name] = waiting;
    this.draw();
    const answer = await ask(what, values).catch(({ message }) => ({ error: message }));
    if (this[name] !== waiting) return;
    this[name] = answer;
    this.draw();
  }

  solvedMarkup() {
    if (!this.solved) return "";
    if (this.solved.wait) return html`<p>${tell("loading")}</p>`;
    if (this.solved.error) return html`<p role="alert">${sentence(this.solved.error)}</p>`;
    const { cards, best, unit } = this.solved;
    return html`<p>${fromGame("scale", unit) ?? tell("open " + unit)}</p>${mindMarkup({ values: cards }, best)}`;
  }

  draw() {
    put(this, html`<section>${this.lastMarkup()}</section>
      ${this.context.solved ? html`<section><h3>${tell("openCards")}</h3><button data-solve>${tell("ask")}</button>
        <div aria-live="polite">${this.solvedMarkup()}</div></section>` : ""}
      ${this.context.mayAsk ? this.askMarkup() : ""}`);
    this.dispatchEvent(new CustomEvent("worth", { detail: { values: this.values(), at: this.context }, bubbles: true }));
  }

  /** What moves are worth, as told last by an agent that was asked, by open cards, or by whoever moved last. */
  values() {
    return this.asked?.mind?.values || this.solved?.cards || this.found?.mind?.values || null;
  }

  askMarkup() {
    const option = (name) => html`<option ${name === this.agent ? "selected" : ""}>${name}</option>`;
    return html`<form><h3>${tell("askAgent")}</h3>
      <select name="agent" aria-label="${tell("askAgent")}">${this.context.agents.map(option)}</select>
      <button>${tell("ask")}</button><div aria-live="polite">${this.askedMarkup()}</div></form>`;
  }

  lastMarkup() {
    if (!this.found) return html`<p>${tell("nobody")}</p>`;
    if (this.found.wait) return html`<p>${tell("loading")}</p>`;
    if (this.found.error) return html`<p>${sentence(this.found.error)}</p>`;
    const { who, played, mind } = this.found;
    return html`<h3>${tell("played", who, sign(played))}</h3>${mind ? mindMarkup(mind, played) : html`<p>${tell("noMind")}</p>`}`;
  }

  askedMarkup() {
    if (!this.asked) return "";
    if (this.asked.wait) return html`<p>${tell("loading")}</p>`;
    if (this.asked.error) return html`<p role="alert">${sentence(this.asked.error)}</p>`;
    return html`<h3>${tell("wouldPlay", this.asked.who, sign(this.asked.mind.move))}</h3>${mindMarkup(this.asked.mind, this.asked.mind.move)}`;
  }
}

function sign(move) {
  return isPlain(move) ? moveSign(move, "") : move;
}

function mindMarkup(mind, chosen) {
  const values = Object.entries(mind.values || {}).sort(([, a], [, b]) => b - a);
  const share = shares(mind.values || {});
  const row = ([move, value]) => html`<tr class="${move === chosen ? "chosen" : ""}">
    <th scope="row">${move === chosen ? "▶ " : ""}${sign(move)}</th>
    <td style="--chance:${share[move]}"><span>${worthText(value)}</span></td></tr>`;
  return html`${mind.because ? html`<blockquote>${sentenceMarkup(mind.because)}</blockquote>` : ""}
    ${values.length ? html`<h4>${tell("values")}</h4>
      <table class="values"><tbody>${values.map(row)}</tbody></table>` : ""}
    ${mind.details && Object.keys(mind.details).length ? html`<h4>${tell("details")}</h4>${shown(mind.details)}` : ""}`;
}

/** Any value of an explanation: texts, numbers, lists (a path of rules, worlds) and names with values. */
function shown(value) {
  if (Array.isArray(value)) {
    const short = value.every((each) => typeof each !== "object");
    if (short && value.join(" ").length < 60) return html`${value.map(saying).join(" → ")}`;
    return html`<ol>${value.map((each) => html`<li>${shown(each)}</li>`)}</ol>`;
  }
  if (value && typeof value === "object") {
    const entry = ([name, inner]) => html`<dt>${saying(name)}</dt><dd>${shown(inner)}</dd>`;
    return html`<dl>${Object.entries(value).map(entry)}</dl>`;
  }
  if (typeof value === "string" && isWorld(value)) return worldMarkup(value);
  return typeof value === "string" && !isCards(value) ? sentenceMarkup(value) : html`${saying(value)}`;
}

function saying(value) {
  if (typeof value === "number") return worthText(value);
  return isCards(value) ? value.split(" ").map((card) => moveSign(card, "")).join(", ") : sentence(String(value));
}

/** Cards and marriages with blanks between them? */
function isCards(text) {
  return typeof text === "string" && text.split(" ").every((word) => word.split("+").every(isCard));
}

customElements.define("mind-view", MindView);
