// <time-line>: every event with the deals that it ruled out for each player; a click goes there.

import { html, put } from "../html.js";
import { moveSignMarkup, placeName, say } from "../language.js";

class TimeLine extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const button = event.target.closest("[data-ply]");
      if (button) this.dispatchEvent(new CustomEvent("go", { detail: Number(button.dataset.ply), bubbles: true }));
    });
  }

  show(data, context) {
    const lines = data.lines;
    put(this, html`<ol>${lines.map((line, n) => html`
      <li class="${n && lines[n - 1].starts ? "starts" : ""}"><button data-ply="${line.ply}" aria-current="${line.ply === context.ply ? "step" : "false"}" title="${say("go to ply {n}", { n: line.ply })}">
        <b>${line.who < 0 ? say("The deal") : html`${placeName(line.name)} ${moveSignMarkup(line.move, line.phase)}`}</b>
        ${line.deals.map((each) => ruled(each, context)).filter(Boolean).map((text) => html`<small>${text}</small>`)}</button></li>
      ${n && lines[n - 1].round !== line.round ? html`<li class="round">${say("Round {n}", { n: line.round + 1 })}</li>` : ""}`)}</ol>`);
    this.querySelector("[aria-current=step]")?.scrollIntoView({ block: "nearest" });
  }
}

function ruled({ seat, before, after }, context) {
  const who = seat < 0 ? say("what everybody knows") : placeName(context.names[seat]);
  if (before === null) return say("{who}: {n:,} to begin with", { who, n: after });
  if (after > before) return say("{who}: {of:,} become {n:,}", { who, of: before, n: after });
  return after < before ? say("{who}: {n:,} of {of:,} ruled out", { who, n: before - after, of: before }) : "";
}

customElements.define("time-line", TimeLine);
