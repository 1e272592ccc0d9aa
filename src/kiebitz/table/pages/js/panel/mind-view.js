// <mind-view>: why the last move was made, and what another agent would do now.

import { html, put } from "../html.js";
import { isCard, cardSign } from "../texts.js";
import { ask } from "./asking.js";
import { tell } from "./texts.js";
import { sentence, sentenceMarkup } from "../translating.js";

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
    this.context = context;
    this.asked = this.solved = null;
    this.found = context.ply ? await ask("mind", { ply: context.ply - 1 }).catch(({ message }) => ({ error: message })) : null;
    if (this.context === context) this.draw();
  }

  async askAgent() {
    this.asked = { wait: true };
    this.draw();
    const { ply } = this.context;
    this.asked = await ask("mind", { ply, agent: this.agent }).catch(({ message }) => ({ error: message }));
    this.draw();
  }

  async solve() {
    this.solved = { wait: true };
    this.draw();
    this.solved = await ask("open", { ply: this.context.ply }).catch(({ message }) => ({ error: message }));
    this.draw();
  }

  solvedMarkup() {
    if (!this.solved) return "";
    if (this.solved.wait) return html`<p>${tell("loading")}</p>`;
    if (this.solved.error) return html`<p role="alert">${sentence(this.solved.error)}</p>`;
    const { cards, best, unit } = this.solved;
    return html`<p>${tell("open " + unit)}</p>${mindMarkup({ values: cards }, best)}`;
  }

  draw() {
    put(this, html`<section>${this.lastMarkup()}</section>
      ${this.context.solved ? html`<section><h3>${tell("openCards")}</h3><button data-solve>${tell("ask")}</button><div aria-live="polite">${this.solvedMarkup()}</div></section>` : ""}
      ${this.context.mayAsk ? html`<form><h3>${tell("askAgent")}</h3>
        <select name="agent" aria-label="${tell("askAgent")}">${this.context.agents.map((name) => html`<option ${name === this.agent ? "selected" : ""}>${name}</option>`)}</select> <button>${tell("ask")}</button>
        <div aria-live="polite">${this.askedMarkup()}</div></form>` : ""}`);
  }

  lastMarkup() {
    if (!this.found) return html`<p>${tell("nobody")}</p>`;
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
  return isCard(move) ? cardSign(move) : move;
}

function mindMarkup(mind, chosen) {
  const values = Object.entries(mind.values || {}).sort(([, a], [, b]) => b - a);
  const numbers = values.map(([, value]) => value);
  const [low, high] = [Math.min(...numbers, 0), Math.max(...numbers, 0)];
  const share = (value) => (high > low ? (value - low) / (high - low) : 1);
  return html`${mind.because ? html`<blockquote>${sentenceMarkup(mind.because)}</blockquote>` : ""}
    ${values.length ? html`<h4>${tell("values")}</h4><table class="values"><tbody>${values.map(([move, value]) => html`<tr class="${move === chosen ? "chosen" : ""}">
      <th scope="row">${move === chosen ? "▶ " : ""}${sign(move)}</th><td style="--chance:${share(value)}"><span>${Math.round(value * 1000) / 1000}</span></td></tr>`)}</tbody></table>` : ""}
    ${mind.details && Object.keys(mind.details).length ? html`<h4>${tell("details")}</h4>${shown(mind.details)}` : ""}`;
}

/** Any value of an explanation: texts, numbers, lists (a path of rules, worlds) and names with values. */
function shown(value) {
  if (Array.isArray(value)) {
    const short = value.every((each) => typeof each !== "object");
    return short && value.join(" ").length < 60 ? html`${value.map((each) => saying(each)).join(" → ")}` : html`<ol>${value.map((each) => html`<li>${shown(each)}</li>`)}</ol>`;
  }
  if (value && typeof value === "object") return html`<dl>${Object.entries(value).map(([name, inner]) => html`<dt>${sentence(name.replaceAll("_", " "))}</dt><dd>${shown(inner)}</dd>`)}</dl>`;
  return typeof value === "string" && !isCard(value) ? sentenceMarkup(value) : html`${saying(value)}`;
}

function saying(value) {
  if (typeof value === "number") return String(Math.round(value * 1000) / 1000);
  return isCard(value) ? cardSign(value) : sentence(String(value));
}

customElements.define("mind-view", MindView);
