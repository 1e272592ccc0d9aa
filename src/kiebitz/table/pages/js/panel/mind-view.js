// <mind-view>: why the last move was made, and what another agent would do now.

import { fromGame } from "../game-page.js";
import { html, put } from "../html.js";
import { isCard, moveSignMarkup, moveText, name, saidMarkup, say } from "../language.js";
import { answered, ask, isSame } from "./asking.js";
import { isWorld, worldMarkup } from "./world.js";
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
    const found = context.ply ? await answered(ask("mind", { ply: context.ply - 1 })) : null;
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
    const answer = await answered(ask(what, values));
    if (this[name] !== waiting) return;
    this[name] = answer;
    this.draw();
  }

  solvedMarkup() {
    if (!this.solved) return "";
    if (this.solved.wait) return html`<p>${say("Working it out …")}</p>`;
    if (this.solved.error) return html`<p role="alert">${saidMarkup(this.solved.error)}</p>`;
    const { cards, best, unit, phase } = this.solved;
    return html`<p>${fromGame("scale", unit) ?? scaleText(unit)}</p>${mindMarkup({ values: cards }, best, phase)}`;
  }

  draw() {
    put(this, html`<section>${this.lastMarkup()}</section>
      ${this.context.solved ? html`<section><h3>${say("With open cards, what is each card worth?")}</h3><button data-solve>${say("Ask")}</button>
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
    return html`<form><h3>${say("Ask an agent about this moment")}</h3>
      <select name="agent" aria-label="${say("Ask an agent about this moment")}">${this.context.agents.map(option)}</select>
      <button>${say("Ask")}</button><div aria-live="polite">${this.askedMarkup()}</div></form>`;
  }

  lastMarkup() {
    if (!this.found) return html`<p>${say("Nothing was played yet.")}</p>`;
    if (this.found.wait) return html`<p>${say("Working it out …")}</p>`;
    if (this.found.error) return html`<p>${saidMarkup(this.found.error)}</p>`;
    const { who, phase, played, mind } = this.found;
    return html`<h3>${who}: ${moveText(played, phase)}</h3>${mind ? mindMarkup(mind, played, phase) : html`<p>${say("There is no explanation of this move.")}</p>`}`;
  }

  askedMarkup() {
    if (!this.asked) return "";
    if (this.asked.wait) return html`<p>${say("Working it out …")}</p>`;
    if (this.asked.error) return html`<p role="alert">${saidMarkup(this.asked.error)}</p>`;
    const { who, phase, mind } = this.asked;
    const would = say("{who} would play: {move}", { who, move: moveText(mind.move, phase) });
    return html`<h3>${would}</h3>${mindMarkup(mind, mind.move, phase)}`;
  }
}

/** What the values of moves with open cards are, in games that do not say so themselves. */
function scaleText(unit) {
  if (unit === "win") return say("1: the player to move wins with the best play of both, 0: a draw, -1: that player loses.");
  return say("The score of this round that the player to move can secure, even if all others play against it:");
}

function mindMarkup(mind, chosen, phase) {
  const values = Object.entries(mind.values || {}).sort(([, a], [, b]) => b - a);
  const share = shares(mind.values || {});
  const row = ([move, value]) => html`<tr class="${move === chosen ? "chosen" : ""}">
    <th scope="row">${move === chosen ? "▶ " : ""}${isCard(move) ? moveSignMarkup(move, phase) : moveText(move, phase)}</th>
    <td style="--chance:${share[move]}"><span>${worthText(value)}</span></td></tr>`;
  return html`${mind.because ? html`<blockquote>${saidMarkup(mind.because_said ?? mind.because)}</blockquote>` : ""}
    ${values.length ? html`<h4>${say("Candidates")}</h4>
      <table class="values"><tbody>${values.map(row)}</tbody></table>` : ""}
    ${foundMarkup(mind)}`;
}

/** How a move was found, as far as the reason does not say it already. */
function foundMarkup({ details, because_said: reason }) {
  const told = JSON.stringify(reason);
  const more = Object.entries(details ?? {}).filter(([, value]) => !told || JSON.stringify(value?.saying) !== told);
  return more.length ? html`<h4>${say("How it was found")}</h4>${shown(Object.fromEntries(more))}` : "";
}

/** Any value of an explanation: sayings, texts, numbers, lists (a path of rules, worlds) and names with values. */
function shown(value) {
  if (Array.isArray(value)) {
    const parts = value.map(shown);
    const isShort = value.every(isPlain) && parts.join(" ").replace(/<[^>]*>/g, "").length < 60;
    if (isShort) return html`${parts.map((part, n) => html`${n ? " → " : ""}${part}`)}`;
    return html`<ol>${parts.map((part) => html`<li>${part}</li>`)}</ol>`;
  }
  if (value?.saying !== undefined) return saidMarkup(value.saying);
  if (value && typeof value === "object") {
    const entry = ([word, inner]) => html`<dt>${name("detail", word).replaceAll("_", " ")}</dt><dd>${shown(inner)}</dd>`;
    return html`<dl>${Object.entries(value).map(entry)}</dl>`;
  }
  if (typeof value === "number") return html`${worthText(value)}`;
  if (typeof value === "boolean") return html`${value ? say("yes") : say("no")}`;
  if (isWorld(value)) return worldMarkup(value);
  if (isCards(value)) return html`${value.split(" ").map((card, n) => html`${n ? ", " : ""}${moveSignMarkup(card, "")}`)}`;
  return /^\w*\d\w*$/.test(value) ? html`${value}` : saidMarkup(String(value)); // a code is the same in all languages
}

/** Not a list, and not a table of names and values? */
function isPlain(value) {
  return typeof value !== "object" || value?.saying !== undefined;
}

/** Cards and marriages with blanks between them? */
function isCards(text) {
  return typeof text === "string" && text.split(" ").every((word) => word.split("+").every(isCard));
}

customElements.define("mind-view", MindView);
